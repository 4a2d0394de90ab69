import { expect, test } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";

const user = "person@example.org";

test.each(["BODY[1]", "BODY[HEADER]"])(
  "a message from which the server withholds %s at that moment is not ingested without it",
  async (section) => {
    await using server = await startFakeImap(profiles.plain);
    const mailbox = server.addMailbox(user);
    mailbox.append(mailbox.folder("INBOX"), shortMail("one"));
    // Dovecot responds in this way while another session moves the message's file.
    let isHeldBack = true;
    server.answer(/^UID FETCH 1 .*BODY\.PEEK\[\]/, () =>
      isHeldBack ? "* 1 FETCH (UID 1 BODY[] NIL)\r\nTAG OK done\r\n" : undefined,
    );
    const literal = `${section} {`;
    server.rewrite = (text) => {
      if (!isHeldBack || !text.includes(literal)) return text;
      isHeldBack = false;
      const start = text.indexOf(literal);
      return `${text.slice(0, start)}${section} NIL${text.slice(text.lastIndexOf(")\r\n"))}`;
    };
    await using engine = await startMailEngine();
    const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
    await expect.poll(() => engine.supervisor.settled(id), { timeout: 20_000 }).toBe(true);
    const rows = await engine.database.reader
      .selectFrom("messages as m")
      .innerJoin("bodies as b", "b.message_id", "m.id")
      .select(["m.subject", "b.text"])
      .execute();
    expect(isHeldBack).toBe(false);
    expect(rows).toEqual([{ subject: "one", text: expect.stringMatching(/\w/) }]);
  },
);
