import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { DraftId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { draftToServer } from "#/mail/drafts/push-draft.ts";
import { storeDraft } from "#/mail/drafts/drafts.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";

test("appends each version of a draft once to a server without UIDPLUS", async () => {
  const capabilities = profiles.plain.capabilities.filter((name) => name !== "UIDPLUS");
  await using server = await startFakeImap({ ...profiles.plain, capabilities });
  const mailbox = server.addMailbox("person@example.org");
  await using engine = await startMailEngine();
  const { mail, userId } = engine;
  const login = { mail: "person@example.org", pass: "secret", imapPort: server.port };
  const account = await engine.addAccount(login);
  await engine.until(async () => {
    const row = await getAccount(engine.database.reader, userId, account.id);
    return row?.state === "watching";
  });
  const id = DraftId.parse(randomId());
  let revision = 0;
  for (const content of ["one", "two"]) {
    const written = DraftContent.parse({ content, accountId: account.id });
    ({ revision } = await storeDraft(mail, userId, { ...written, id, revision }));
    await draftToServer(mail, { userId, draftId: id });
    await draftToServer(mail, { userId, draftId: id });
  }
  // A plain EXPUNGE would remove what other clients marked, so the old copy is only marked.
  const copies = mailbox.folder("Drafts").messages.map(({ content, flags }) => {
    return [content.raw.toString().trim().slice(-3), flags.has("\\Deleted")];
  });
  expect(copies).toEqual([
    ["one", true],
    ["two", false],
  ]);
});
