import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Engine } from "#/store/engine/database.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";

const user = "person@example.org";

/** Makes the database reject messages with this subject. */
const refusal: Record<Engine, string> = {
  sqlite: `create trigger refuse before insert on messages when new.subject = 'refused'
    begin select raise(abort, 'not this one'); end`,
  postgres: `alter table messages add constraint refuse check (subject <> 'refused')`,
};

test.each(["sqlite", "postgres"] as const)(
  "a message that the database cannot store costs no other message, and is listed as unreadable (%s)",
  async (on) => {
    await using server = await startFakeImap(profiles.plain);
    const mailbox = server.addMailbox(user);
    const inbox = mailbox.folder("INBOX");
    const subjects = ["one", "two", "refused", "four", "five", "refused", "seven"];
    for (const subject of subjects) mailbox.append(inbox, shortMail(subject));
    await using engine = await startMailEngine({ on });
    await sql.raw(refusal[on]).execute(engine.database.kysely);
    const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
    await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
    const rows = await engine.database.reader
      .selectFrom("messages as m")
      .innerJoin("message_locations as l", "l.message_id", "m.id")
      .select(["l.uid", "m.subject", "m.notice"])
      .orderBy("l.uid")
      .execute();
    const notice = "This email is damaged and could not be read.";
    expect(rows).toEqual(
      subjects.map((subject, at) => ({
        uid: at + 1,
        subject: subject === "refused" ? "" : subject,
        notice: subject === "refused" ? notice : "",
      })),
    );
  },
);
