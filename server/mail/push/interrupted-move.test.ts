import { describe, expect, test, vi } from "vitest";
import { countPending } from "#/store/pending/count-pending.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeFolder } from "#/testing/fakes/imap/folder.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "person@example.org";
const change: MessageChange = { target: { role: "archive" } };
const commands = {
  move: /^UID MOVE /,
  copy: /^UID COPY /,
  mark: /^UID STORE .*Deleted/,
  expunge: /^UID EXPUNGE /,
};

/** The commands with which each server moves a message. */
const servers: Record<
  string,
  { profile: keyof typeof profiles; steps: (keyof typeof commands)[] }
> = {
  "that moves": { profile: "plain", steps: ["move"] },
  "that copies and expunges": { profile: "mailRu", steps: ["copy", "mark", "expunge"] },
  "that copies and can only mark": { profile: "noUidplus", steps: ["copy", "mark"] },
};

/** A lost connection has the same effect at all servers here. */
const deaths = Object.entries(servers).flatMap(([server, { profile, steps }]) =>
  steps.flatMap((step) =>
    ["before", "after"].flatMap((when) =>
      [true, ...(profile === "mailRu" ? [false] : [])].map((isKill) => {
        const what = isKill ? "everything is killed" : "the line breaks";
        return { server, profile, step, when, what, isKill };
      }),
    ),
  ),
);

function subjectsIn({ messages }: FakeFolder): string[] {
  return messages
    .filter(({ flags }) => !flags.has("\\Deleted"))
    .map(({ content }) => /Subject: (.*)\r/.exec(content.raw.toString())?.[1] ?? "")
    .toSorted();
}

describe("a move happens once", () => {
  test.each(deaths)(
    "at a server $server, when $what $when the $step",
    async ({ profile, step, when, isKill }) => {
      await using server = await startFakeImap(profiles[profile]);
      const mailbox = server.addMailbox(user);
      const inbox = mailbox.folder("INBOX");
      for (const subject of ["one", "two", "stays"]) mailbox.append(inbox, shortMail(subject));
      const state = { isOver: false, isKilled: false };
      await using engine = await startMailEngine({
        prepare: ({ execute }: { execute: Execute }): { execute: Execute } => ({
          execute: (name, input) =>
            state.isKilled ? Promise.reject(new Error("killed")) : execute(name, input),
        }),
      });
      const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
      const settles = () =>
        expect.poll(() => engine.supervisor.settled(id), { timeout: 45_000 }).toBe(true);
      await settles();
      const rows = await engine.database.reader
        .selectFrom("messages")
        .select(["id", "subject"])
        .where("subject", "<>", "stays")
        .execute();
      server.answer(commands[step], (_command, session) => {
        if (state.isOver) return undefined;
        state.isOver = true;
        state.isKilled = isKill;
        if (when === "before") {
          session.hangUp();
          return "";
        }
        queueMicrotask(() => session.hangUp());
        return undefined;
      });
      const messageIds = rows.map((row) => row.id);
      await engine.execute("messages.change", { userId: engine.userId, messageIds, change });
      await expect.poll(() => state.isOver).toBe(true);
      const here = async () =>
        engine.database.reader
          .selectFrom("message_locations as l")
          .innerJoin("messages as m", "m.id", "l.message_id")
          .select(["m.subject", "l.role"])
          .orderBy("m.subject")
          .execute();
      const moved = [
        { subject: "one", role: "archive" },
        { subject: "stays", role: "inbox" },
        { subject: "two", role: "archive" },
      ];
      if (isKill) {
        // The state after the restart, before the server is contacted.
        expect(await here()).toEqual(moved);
        await engine.restart(() => {
          state.isKilled = false;
        });
      }
      await settles();
      expect(subjectsIn(inbox)).toEqual(["stays"]);
      expect(subjectsIn(mailbox.folder("Archive"))).toEqual(["one", "two"]);
      expect(await here()).toEqual(moved);
    },
  );
});

test("two moves of a message that another client moves at the same time leave it where that client put it", async () => {
  await using server = await startFakeImap(profiles.plain);
  const mailbox = server.addMailbox(user);
  const inbox = mailbox.folder("INBOX");
  const message = mailbox.append(inbox, shortMail("one"));
  // Only the regular look at all folders may find it: the next full comparison is a day away.
  await using engine = await startMailEngine({ retryMs: 50 });
  const account = { mail: user, pass: "secret", imapPort: server.port };
  const { id: accountId } = await engine.addAccount(account);
  await expect.poll(() => engine.supervisor.settled(accountId), { timeout: 20_000 }).toBe(true);
  const { id } = await engine.database.reader
    .selectFrom("messages")
    .select("id")
    .executeTakeFirstOrThrow();
  const move = (role: "archive" | "trash") =>
    engine.execute("messages.change", {
      userId: engine.userId,
      messageIds: [id],
      change: { target: { role } },
    });
  const second = Promise.withResolvers<void>();
  server.answer(/^UID MOVE /, () => {
    // Before the server's response to the first move is recorded.
    if (inbox.messages.length > 0) move("trash").then(() => second.resolve(), second.reject);
    mailbox.move(inbox, message, mailbox.folder("Junk"));
    return "TAG OK nothing to move\r\n";
  });
  await move("archive");
  await second.promise;
  const here = async () => {
    const rows = await engine.database.reader
      .selectFrom("message_locations")
      .select(["role", "uid"])
      .execute();
    return [...rows, await countPending(engine.database.reader, engine.userId, accountId)];
  };
  await expect.poll(here, { timeout: 20_000 }).toEqual([{ role: "spam", uid: 1 }, 0]);
});
