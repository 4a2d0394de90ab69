import { describe, expect, test, vi } from "vitest";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { readHealth } from "#/mail/accounts/health.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "person@example.org";

describe.each([profiles.plain, profiles.noCondstore, profiles.noUidplus])("at $name", (profile) => {
  async function aMailbox(subjects: string[]) {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startFakeImap(profile));
    const mailbox = server.addMailbox(user);
    const inbox = mailbox.folder("INBOX");
    for (const subject of subjects) mailbox.append(inbox, shortMail(subject));
    const engine = stack.use(await startMailEngine());
    const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
    const settles = () =>
      expect.poll(() => engine.supervisor.settled(id), { timeout: 45_000 }).toBe(true);
    await settles();
    const kept = stack.move();
    return {
      engine,
      mailbox,
      inbox,
      settles,
      message: (subject: string) => {
        const found = inbox.messages.find(({ content }) =>
          content.raw.includes(`Subject: ${subject}\r`),
        );
        if (!found) throw new Error(`no ${subject}`);
        return found;
      },
      places: async () => {
        const rows = await engine.database.reader
          .selectFrom("message_locations as l")
          .innerJoin("messages as m", "m.id", "l.message_id")
          .select(["m.subject", "l.role"])
          .orderBy("m.subject")
          .orderBy("l.role")
          .execute();
        return rows.map(({ subject, role }) => `${subject} in ${role}`);
      },
      counts: async () => {
        const { folders } = await readHealth(engine.mail, engine.userId, id, undefined);
        const found = folders.find(({ role }) => role === "inbox");
        return { here: found?.here, server: found?.server, state: found?.state };
      },
      [Symbol.asyncDispose]: async () => kept.disposeAsync(),
    };
  }

  test("a message that another client marks as deleted is hidden, and reappears without the mark", async () => {
    await using box = await aMailbox(["stays", "goes"]);
    const { mailbox, inbox } = box;
    mailbox.setFlags(inbox, box.message("goes"), ["\\Deleted", "\\Seen"]);
    await expect.poll(() => box.places()).toEqual(["stays in inbox"]);
    await box.settles();
    expect(await box.counts()).toEqual({ here: 2, server: 2, state: "equal" });
    mailbox.setFlags(inbox, box.message("goes"), ["\\Seen"]);
    await expect.poll(() => box.places()).toEqual(["goes in inbox", "stays in inbox"]);

    mailbox.setFlags(inbox, box.message("goes"), ["\\Deleted", "\\Seen"]);
    await expect.poll(() => box.places()).toEqual(["stays in inbox"]);
    mailbox.expunge(inbox, box.message("goes"));
    await box.settles();
    expect(await box.counts()).toEqual({ here: 1, server: 1, state: "equal" });
  });

  test("a moved message that is marked in its old folder reappears there without the mark", async () => {
    await using box = await aMailbox(["moved"]);
    const { engine, mailbox, inbox } = box;
    const { id } = await engine.database.reader
      .selectFrom("messages")
      .select("id")
      .executeTakeFirstOrThrow();
    await engine.execute("messages.change", {
      userId: engine.userId,
      messageIds: [id],
      change: { target: { role: "archive" } },
    });
    await box.settles();
    expect(await box.places()).toEqual(["moved in archive"]);
    const canExpunge = profile.capabilities.some((one) => one === "UIDPLUS");
    expect(inbox.messages).toHaveLength(canExpunge ? 0 : 1);
    if (canExpunge) return;
    mailbox.setFlags(inbox, box.message("moved"), []);
    await expect.poll(() => box.places()).toEqual(["moved in archive", "moved in inbox"]);
  });
});
