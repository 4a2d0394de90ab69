import { RuleId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";

test("a rule acts on new mail of a QRESYNC server that sends no UIDNEXT", async () => {
  // With QRESYNC (RFC 7162) the server lists changes of known messages only. Without it, the newest messages are read each time.
  const quirks = { countsBySession: true };
  await using server = await startFakeImap({ ...profiles.plain, quirks });
  const mailbox = server.addMailbox("person@example.org");
  const inbox = mailbox.folder("INBOX");
  mailbox.append(inbox, shortMail("Sale before"));
  await using engine = await startMailEngine();
  await engine.execute("rule.save", {
    user_id: engine.userId,
    id: RuleId.parse(randomId()),
    text: "Star sales",
    query: "subject:sale",
    actions_json: JSON.stringify({ starred: true }),
    is_on: 1,
  });
  const account = { mail: "person@example.org", pass: "secret", imapPort: server.port };
  const { id } = await engine.addAccount(account);
  await expect.poll(() => engine.supervisor.settled(id)).toBe(true);
  mailbox.append(inbox, shortMail("Sale now"));
  await engine.supervisor.syncNow(engine.userId, id);
  // A comparison of the whole folder finds the message too, but not as new mail.
  await expect
    .poll(() =>
      engine.database.reader
        .selectFrom("messages")
        .select(["subject", "is_starred"])
        .orderBy("subject")
        .execute(),
    )
    .toEqual([
      { subject: "Sale before", is_starred: 0 },
      { subject: "Sale now", is_starred: 1 },
    ]);
});
