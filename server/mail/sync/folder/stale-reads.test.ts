import type { MessageId } from "@inlet/contract/ids.ts";
import { expect, test, vi } from "vitest";
import type { Execute } from "#/store/commands/command-bus.ts";
import { readFlags } from "#/store/messages/flags.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { Profile } from "#/testing/fakes/imap/profile.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "person@example.org";
type QueuedCommand = { name: string; input: unknown };

/** Creates a command bus that can hold a command, and that can be closed as by a crash. */
function heldExecute() {
  const state = { isDead: false, isHeld: (_queued: QueuedCommand): boolean => false };
  const held = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const prepare = ({ execute }: { execute: Execute }): { execute: Execute } => ({
    execute: async (name, input) => {
      if (state.isDead) throw new Error("dead");
      const isHeld = state.isHeld({ name, input });
      if (isHeld) {
        held.resolve();
        await released.promise;
      }
      const output = await execute(name, input);
      if (isHeld) written.resolve();
      if (state.isDead) throw new Error("dead");
      return output;
    },
  });
  return {
    state,
    prepare,
    held: held.promise,
    release: released.resolve,
    written: written.promise,
  };
}

async function aMailbox(profile: Profile, prepare: ReturnType<typeof heldExecute>["prepare"]) {
  const server = await startFakeImap(profile);
  const mailbox = server.addMailbox(user);
  const inbox = mailbox.folder("INBOX");
  const message = mailbox.append(inbox, shortMail("first"));
  // Folders are read only after a notification or on request.
  const engine = await startMailEngine({ prepare, timing: { pollMs: 3600_000 } });
  const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  await expect.poll(() => engine.supervisor.settled(id), { timeout: 45_000 }).toBe(true);
  const setFlags = (flags: string[]) => mailbox.setFlags(inbox, message, flags);
  return {
    server,
    mailbox,
    inbox,
    engine,
    accountId: id,
    setFlags,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Returns the folder role and flags of each location of a message. */
async function placesOf({ database }: TestEngine, subject: string): Promise<[string, string[]][]> {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .select(["l.role", "l.flags_json"])
    .where("m.subject", "=", subject)
    .execute();
  return rows.map(({ role, flags_json: flags }) => [role, readFlags(flags)]);
}

async function change(engine: TestEngine, subject: string, what: MessageChange): Promise<void> {
  const { id } = await engine.database.reader
    .selectFrom("messages")
    .select("id")
    .where("subject", "=", subject)
    .executeTakeFirstOrThrow();
  const messageIds: MessageId[] = [id];
  await engine.execute("messages.change", { userId: engine.userId, messageIds, change: what });
}

/** Resolves when every pending operation was pushed. */
async function pushedAll({ database, until }: TestEngine): Promise<void> {
  await until(async () => {
    const pending = await database.reader.selectFrom("pending_operations").select("id").execute();
    return pending.length === 0;
  });
}

/** Runs actions on the server before and after its response to this command, once. */
function during(
  server: FakeImap,
  pattern: RegExp,
  happens: { before?: () => void; after?: () => void },
) {
  let isOver = false;
  server.answer(pattern, () => {
    if (isOver) return undefined;
    isOver = true;
    happens.before?.();
    if (happens.after) queueMicrotask(happens.after);
    return undefined;
  });
}

test.each([profiles.plain, profiles.noCondstore])(
  "at $name, flags read before a change was pushed do not undo it",
  async (profile) => {
    const execute = heldExecute();
    await using box = await aMailbox(profile, execute.prepare);
    execute.state.isHeld = ({ name }) => name === "locations.flags";
    box.setFlags(["\\Answered"]);
    // Without notifications a client finds news by polling.
    void box.engine.supervisor.syncNow(box.engine.userId);
    await execute.held;
    execute.state.isHeld = () => false;
    await change(box.engine, "first", { seen: true });
    await pushedAll(box.engine);
    execute.release();
    await execute.written;
    const [place] = await placesOf(box.engine, "first");
    expect(place?.[1]).toContain("\\Seen");
    // The skipped flags are requested again.
    await expect
      .poll(() => placesOf(box.engine, "first"))
      .toEqual([["inbox", ["\\Answered", "\\Seen"]]]);
  },
);

test("a change by another client at that moment is requested again", async () => {
  const looking = heldExecute();
  const pushing = heldExecute();
  const prepare = (mail: { execute: Execute }) => pushing.prepare(looking.prepare(mail));
  await using box = await aMailbox(profiles.plain, prepare);
  pushing.state.isHeld = ({ name }) => name === "pending.settle";
  await change(box.engine, "first", { seen: true });
  // The server has the change, but this is not recorded yet.
  await pushing.held;
  looking.state.isHeld = ({ name }) => name === "locations.flags";
  box.setFlags(["\\Answered", "\\Seen"]);
  await looking.held;
  pushing.state.isHeld = () => false;
  looking.state.isHeld = () => false;
  pushing.release();
  await pushedAll(box.engine);
  looking.release();
  await looking.written;
  await expect
    .poll(() => placesOf(box.engine, "first"))
    .toEqual([["inbox", ["\\Answered", "\\Seen"]]]);
});

test("a message that a comparison read before it was moved away has one location", async () => {
  const execute = heldExecute();
  await using box = await aMailbox(profiles.plain, execute.prepare);
  execute.state.isHeld = ({ name, input }) =>
    name === "messages.takeIn" && JSON.stringify(input).includes('"isUrgent":false');
  // The comparison has read the local messages at this point.
  during(box.server, /^EXAMINE "?INBOX/, {
    before: () => box.mailbox.append(box.inbox, shortMail("moved")),
  });
  const comparison = box.engine.supervisor.settled(box.accountId);
  await execute.held;
  await expect.poll(() => placesOf(box.engine, "moved")).toEqual([["inbox", []]]);
  await change(box.engine, "moved", { target: { role: "archive" } });
  await pushedAll(box.engine);
  execute.release();
  await execute.written;
  expect(await placesOf(box.engine, "moved")).toEqual([["archive", []]]);
  await comparison;
  expect(await placesOf(box.engine, "moved")).toEqual([["archive", []]]);
});

test("flags that a comparison overwrote are found after a crash", async () => {
  const execute = heldExecute();
  await using box = await aMailbox(profiles.plain, execute.prepare);
  const old = JSON.stringify(["\\Answered"]);
  execute.state.isHeld = ({ name, input }) =>
    name === "locations.flags" && JSON.stringify(input).includes(old);
  during(box.server, /^UID FETCH 1:\*/, {
    before: () => box.setFlags(["\\Answered"]),
    after: () => box.setFlags(["\\Answered", "\\Flagged"]),
  });
  void box.engine.supervisor.settled(box.accountId);
  await execute.held;
  await expect
    .poll(() => placesOf(box.engine, "first"))
    .toEqual([["inbox", ["\\Answered", "\\Flagged"]]]);
  // The look has recorded its progress too.
  await box.engine.supervisor.syncNow(box.engine.userId);
  execute.state.isDead = true;
  execute.release();
  await execute.written;
  expect(await placesOf(box.engine, "first")).toEqual([["inbox", ["\\Answered"]]]);
  await box.engine.restart(() => {
    execute.state.isDead = false;
  });
  await expect
    .poll(() => placesOf(box.engine, "first"))
    .toEqual([["inbox", ["\\Answered", "\\Flagged"]]]);
});
