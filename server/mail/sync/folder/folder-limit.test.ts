import { errors } from "@inlet/contract/errors.ts";
import { limits } from "@inlet/contract/limits.ts";
import { expect, test, vi } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { listAccounts } from "#/mail/accounts/accounts.ts";

vi.setConfig({ testTimeout: 30_000 });

const user = "person@example.org";
const pass = "secret";

async function accountOf({ mail, userId }: TestEngine) {
  const [account] = await listAccounts(mail, userId);
  return account;
}

/** Enough that work which grows with the square of this number exceeds the timeout. */
const many = 12_000;

test("an account with many folders is synced up to its last folder", async () => {
  const { plain } = profiles;
  const names = Array.from({ length: many - plain.folders.length }, (_, n) => `Folder ${n}`);
  const more = names.map((name) => ({ name }));
  await using server = await startFakeImap({ ...plain, folders: [...plain.folders, ...more] });
  server.recordsAll = false;
  const mailbox = server.addMailbox(user);
  const last = mailbox.folders.at(-1);
  if (last === undefined) throw new Error("There is no folder.");
  mailbox.append(last, shortMail("in the last folder"));
  await using engine = await startMailEngine({ timing: { pollMs: 60_000 } });
  await engine.addAccount({ mail: user, pass, imapPort: server.port });
  await engine.until(async () => {
    const { reader } = engine.database;
    const row = await reader.selectFrom("accounts").select("state").executeTakeFirst();
    return row?.state === "watching";
  });
  const folders = await engine.database.reader
    .selectFrom("folders")
    .select(["path", "is_complete"])
    .execute();
  expect(folders).toHaveLength(many);
  expect(folders.every((folder) => folder.is_complete === 1)).toBe(true);
  const rows = await engine.database.reader.selectFrom("messages").select("subject").execute();
  expect(rows).toEqual([{ subject: "in the last folder" }]);
});

test("an account with too many folders reports that", async () => {
  await using server = await startFakeImap(profiles.plain);
  server.addMailbox(user);
  const lines = Array.from({ length: limits.folders + 1 }, (_, n) => `* LIST () "/" "F${n}"\r\n`);
  server.answer(/^LIST .*\*/, `${lines.join("")}TAG OK listed\r\n`);
  await using engine = await startMailEngine();
  await engine.addAccount({ mail: user, pass, imapPort: server.port });
  await engine.until(async () => (await accountOf(engine))?.state === "waiting");
  expect((await accountOf(engine))?.error).toMatchObject({
    code: "account.too_many_folders",
    message: errors["account.too_many_folders"].message,
  });
});
