import { UndoId } from "@inlet/contract/ids.ts";
import { describe, expect, test, vi } from "vitest";
import { randomId } from "#/base/random-id.ts";
import type { FakeFolder } from "#/testing/fakes/imap/folder.ts";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import type { FakeMailbox } from "#/testing/fakes/imap/mailbox.ts";
import type { Profile } from "#/testing/fakes/imap/profile.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { waitingHere } from "#/testing/faults/tracking/local-truth.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

vi.setConfig({ testTimeout: 60_000 });

const user = "person@example.org";
const messages = 40;
/** Later than the end of any test. */
const tomorrow = Date.now() + 24 * 3600_000;

interface Lab extends AsyncDisposable {
  server: FakeImap;
  mailbox: FakeMailbox;
  folder: FakeFolder;
  engine: TestEngine;
  settle: () => Promise<void>;
  change: (subjects: string[], change: MessageChange) => Promise<void>;
}

function put(mailbox: FakeMailbox, folder: FakeFolder, subject: string): void {
  // Every tenth message has no Message-ID.
  const id = subject.endsWith("0") ? "" : `Message-ID: <${subject}@example.org>\r\n`;
  const raw = `${id}From: a@example.net\r\nSubject: ${subject}\r\n\r\nText of ${subject}.\r\n`;
  const day = Number(/\d+/.exec(subject)?.[0]);
  const internalDate = Date.UTC(2026, 5, 1, day);
  mailbox.append(folder, Buffer.from(raw), { internalDate });
}

/**
 * Creates a mailbox with gaps between its UIDs, so renumbering gives every message the UID of another one. Three messages have
 * state that only Inlet knows, or must preserve: labels, a star, a snooze time.
 */
async function openLab(profile: Profile): Promise<Lab> {
  await using starting = new AsyncDisposableStack();
  const server = starting.use(await startFakeImap(profile));
  const mailbox = server.addMailbox(user);
  const folder = mailbox.folder("INBOX");
  for (let n = 1; n <= messages; n++) {
    put(mailbox, folder, `gap${n}`);
    put(mailbox, folder, `m${n}`);
  }
  for (const message of folder.messages.slice()) {
    if (message.content.raw.includes("gap")) mailbox.expunge(folder, message);
  }
  const timing = { wireTimeoutMs: 2000 };
  const engine = starting.use(await startMailEngine({ retryMs: 50, timing }));
  const account = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
  const settle = () =>
    expect
      .poll(
        async () =>
          (await engine.supervisor.settled(account.id))
            ? []
            : ["not settled", ...(await waitingHere(engine.database, account))],
        { timeout: 30_000 },
      )
      .toEqual([]);
  const change: Lab["change"] = async (subjects, what) => {
    const rows = await engine.database.reader
      .selectFrom("messages")
      .select("id")
      .where("subject", "in", subjects)
      .execute();
    const messageIds = rows.map(({ id }) => id);
    const undoId = UndoId.parse(randomId());
    await engine.execute("messages.change", {
      userId: engine.userId,
      messageIds,
      change: what,
      undoId,
    });
  };
  await settle();
  await change(["m3"], { labels: { add: ["work"], remove: [] } });
  await change(["m20"], { labels: { add: ["home"], remove: [] } });
  await change(["m5"], { snoozeUntil: tomorrow });
  await settle();
  const resources = starting.move();
  return {
    server,
    mailbox,
    folder,
    engine,
    settle,
    change,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Returns the local state of each message: its UID, its row and its content. */
async function shown({ database }: TestEngine) {
  const rows = await database.reader
    .selectFrom("message_locations as l")
    .innerJoin("messages as m", "m.id", "l.message_id")
    .innerJoin("bodies as b", "b.message_id", "m.id")
    .innerJoin("folders as f", "f.id", "l.folder_id")
    .select(["f.path", "l.uid", "m.id", "m.subject", "b.text", "m.snoozed_until", "l.flags_json"])
    .execute();
  return new Map(rows.map((row) => [row.subject, row]));
}

/** Returns the server's state: folder, UID and flags by subject. */
function held(mailbox: FakeMailbox): Map<string, { path: string; uid: number; flags: string[] }> {
  return new Map(
    mailbox.folders.flatMap(({ name, messages: all }) =>
      all.map(({ uid, flags, content }) => {
        const subject = /Subject: (.*)\r/.exec(content.raw.toString())?.[1] ?? "";
        return [subject, { path: name, uid, flags: [...flags] }] as const;
      }),
    ),
  );
}

/** Expects each message under the server's UID with its correct text, and unchanged rows for the messages in `before`. */
async function expectEqual(
  { engine, mailbox }: Lab,
  before: Awaited<ReturnType<typeof shown>>,
): Promise<void> {
  const [here, there] = [await shown(engine), held(mailbox)];
  const places = (all: Iterable<[string, { path: string; uid: number }]>) =>
    new Map([...all].map(([subject, { path, uid }]) => [subject, `${path} ${uid}`]));
  expect(places(here)).toEqual(places(there));
  const wrong = [...here.values()].filter(({ subject, text }) => !text.includes(` ${subject}.`));
  expect(wrong).toEqual([]);
  for (const [subject, { id, snoozed_until: until }] of before) {
    const now = here.get(subject);
    if (now !== undefined) expect(now).toMatchObject({ id, snoozed_until: until });
  }
  for (const [subject, label] of [
    ["m3", "work"],
    ["m20", "home"],
  ] as const) {
    expect(there.get(subject)?.flags, subject).toContain(label);
    expect(here.get(subject)?.flags_json, subject).toContain(label);
  }
}

/** Runs `act` in place of the first command that matches. Its result is sent, or else the usual response. */
function instead(server: FakeImap, pattern: RegExp, act: () => string | undefined): () => boolean {
  let isDone = false;
  server.answer(pattern, () => {
    if (isDone) return undefined;
    isDone = true;
    return act();
  });
  return () => isDone;
}

describe("a renumbered folder", () => {
  const points: { when: string; at: RegExp; isCutOff: boolean }[] = [
    { when: "while folders are listed", at: /^LIST .*\*/, isCutOff: false },
    { when: "before it is opened", at: /^(SELECT|EXAMINE) "?INBOX/, isCutOff: false },
    { when: "before its flags are read", at: /^UID FETCH \S+ \([^[]*\)/, isCutOff: true },
    { when: "in the midst of a text", at: /^UID FETCH .*BODY/, isCutOff: true },
    { when: "before a star is told", at: /^UID STORE .*Flagged/, isCutOff: true },
    { when: "before a move is told", at: /^UID MOVE/, isCutOff: true },
    { when: "before a deletion is told", at: /^UID STORE .*Deleted/, isCutOff: true },
    { when: "between the two steps of a deletion", at: /^UID EXPUNGE/, isCutOff: true },
  ];
  test.each(points)(
    "$when keeps every message, and queued operations apply to the right ones",
    async ({ at, isCutOff }) => {
      await using lab = await openLab(profiles.plain);
      const { server, mailbox, folder, engine } = lab;
      const before = await shown(engine);
      const isDone = instead(server, at, () => {
        mailbox.renumber(folder);
        // The renumbering disconnects the sessions that have the folder open.
        return isCutOff ? "* 1 FETCH (UID 2 BODY[] {400}\r\nSubject: half" : undefined;
      });
      put(mailbox, folder, "late41");
      await lab.change(["m7", "m30"], { starred: true });
      await lab.change(["m11", "m40"], { target: { role: "archive" } });
      await lab.change(["m15", "m10"], { deleteAt: Date.now() });
      await expect.poll(isDone, { timeout: 20_000 }).toBe(true);
      await lab.settle();
      await expectEqual(lab, before);
      const there = held(mailbox);
      const starred = [...there].filter(([, { flags }]) => flags.includes("\\Flagged"));
      expect(starred.map(([subject]) => subject).toSorted()).toEqual(["m30", "m7"]);
      const marked = [...there].filter(([, { flags }]) => flags.includes("\\Deleted"));
      // A message marked but not expunged under its old UID must not mark another one.
      expect(marked.filter(([subject]) => !["m15", "m10"].includes(subject))).toEqual([]);
      const archived = [...there].filter(([, { path }]) => path === "Archive");
      expect(archived.map(([subject]) => subject).toSorted()).toEqual(["m11", "m40"]);
      const all = Array.from({ length: messages }, (_, n) => `m${n + 1}`);
      const lost = [...all, "late41"].filter((subject) => !there.has(subject));
      expect(lost.filter((subject) => !["m15", "m10"].includes(subject))).toEqual([]);
    },
  );
});

describe.each(["plain", "noCondstore"] as const)("on %s, a folder", (name) => {
  test("that is restored from a backup and reuses UIDs for other mail is read as the server has it", async () => {
    await using lab = await openLab(profiles[name]);
    const { server, mailbox, folder, engine } = lab;
    const before = await shown(engine);
    await engine.supervisor[Symbol.asyncDispose]();
    server.hangUp();
    // The old state, plus more new mail than was lost: UIDVALIDITY, UIDNEXT and MODSEQ show nothing.
    folder.messages = folder.messages.slice(0, 25);
    folder.uidNext = (folder.messages.at(-1)?.uid ?? 0) + 1;
    folder.expunged = [];
    for (let n = 101; n <= 160; n++) put(mailbox, folder, `new${n}`);
    await engine.restart();
    await lab.settle();
    await expectEqual(lab, before);
  });

  test("that another folder takes the name from keeps its mail under its new name", async () => {
    await using lab = await openLab(profiles[name]);
    const { mailbox, engine } = lab;
    const made = mailbox.create("A");
    if (made) for (let n = 201; n <= 212; n++) put(mailbox, made, `a${n}`);
    await lab.settle();
    const before = await shown(engine);
    await engine.supervisor[Symbol.asyncDispose]();
    await lab.change(["a203"], { target: { role: "archive" } });
    await lab.change(["a204"], { deleteAt: Date.now() });
    mailbox.rename(mailbox.folder("A"), "B");
    const next = mailbox.create("A");
    if (next) for (let n = 301; n <= 312; n++) put(mailbox, next, `b${n}`);
    await engine.restart();
    await lab.settle();
    await expectEqual(lab, before);
    const there = held(mailbox);
    expect(there.get("a203")?.path).toBe("Archive");
    expect(there.has("a204")).toBe(false);
    expect([...there.values()].filter(({ path }) => path === "B")).toHaveLength(10);
    expect([...there.values()].filter(({ path }) => path === "A")).toHaveLength(12);
  });

  test("that is renumbered in each session is compared in each", async () => {
    await using lab = await openLab(profiles[name]);
    const { server, mailbox, folder, engine } = lab;
    const before = await shown(engine);
    server.rewrite = (text) => text.replaceAll(/UIDVALIDITY \d+/g, "UIDVALIDITY 0");
    server.hangUp();
    await lab.settle();
    for (const subject of ["late41", "late42"]) {
      await engine.supervisor[Symbol.asyncDispose]();
      const [first] = folder.messages.filter(({ content }) => content.raw.includes(": m1\r"));
      if (first) mailbox.expunge(folder, first);
      put(mailbox, folder, subject);
      mailbox.renumber(folder);
      await engine.restart();
      await lab.settle();
      await expectEqual(lab, before);
    }
  });
});
