import { expect, test } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { notices } from "#/wire/mime/report/notice.ts";
import type { SyncContext } from "./context.ts";

const user = "person@example.org";

test("a message with a structure too large to read is fetched whole, without an error", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  const text = "a line of text\r\n".repeat(20_000);
  for (const subject of ["one", "two"]) {
    const mail = Buffer.concat([shortMail(subject), Buffer.from(text)]);
    mailbox.append(mailbox.folder("INBOX"), mail);
  }
  const parts = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 5 1)'.repeat(30_000);
  server.answer(
    /^UID FETCH 1 .*BODYSTRUCTURE/,
    `* 1 FETCH (UID 1 BODYSTRUCTURE (${parts} "MIXED"))\r\nTAG OK done\r\n`,
  );
  const codes: unknown[] = [];
  await using engine = await startMailEngine({
    prepare: ({ execute }: SyncContext): Pick<SyncContext, "execute"> => ({
      execute: (name, input) => {
        if (name === "account.state" && "errorCode" in input) codes.push(input.errorCode);
        return execute(name, input);
      },
    }),
  });
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
  const rows = await engine.database.reader
    .selectFrom("messages")
    .select(["subject", "notice"])
    .orderBy("subject")
    .execute();
  expect(rows).toEqual([
    { subject: "one", notice: "" },
    { subject: "two", notice: notices.outline },
  ]);
  expect(codes.filter((code) => code !== "")).toEqual([]);
});
