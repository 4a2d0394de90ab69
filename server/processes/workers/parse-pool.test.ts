import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { ParsePool } from "./parse-pool.ts";

const log = createLog("silent");
let dir = "";
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-parse-"));
});
afterAll(() => rm(dir, { recursive: true }));

const blobs = () => ({ dir: path.join(dir, "blobs") });
const whole = (text: string) => ({ whole: Buffer.from(text.replaceAll("\n", "\r\n")) });

/** A thread that runs `start` first, and then does with each message what its text says. */
const beginning = (start: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from "node:worker_threads";
    const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    ${start}
    let seen = 0;
    parentPort.on("message", ({ sources, done }) => {
      parentPort.postMessage(sources.map(({ whole }) => {
        const text = Buffer.from(whole).toString();
        seen++;
        if (text.includes("tire") && seen > 1) process.exit(1);
        if (text.includes("slow")) wait(700);
        if (text.includes("die")) process.exit(1);
        if (text.includes("loop")) for (;;);
        if (text.includes("eat")) for (const eaten = []; ;) eaten.push(new Array(1000).fill({}));
        if (text.includes("throw")) return { error: "thrown" };
        Atomics.add(done, 0, 1);
        return { mail: { message: { subject: text.trim(), notice: "" }, twinKey: String(threadId) } };
      }));
    });
    parentPort.postMessage("ready");`)}`,
  );
const obedient = beginning("");

test("parses a message into its stored form, its words and its files", async () => {
  await using pool = new ParsePool({ blobs: blobs(), threads: 1, log });
  const mail = await pool.read(
    whole(`Message-ID: <own@example.org>
In-Reply-To: <parent@example.org>
From: Ann <ann@example.org>
Subject: Budget
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/plain

Numbers for autumn
--x
Content-Type: application/pdf; name=plan.pdf
Content-Disposition: attachment; filename=plan.pdf
Content-Transfer-Encoding: base64

AAEC
--x--
`),
  );
  expect(mail.message).toMatchObject({ subject: "Budget", messageId: "own@example.org" });
  expect(mail.words.body).toContain("autumn");
  expect(mail.threadKeys).toEqual(["own@example.org", "parent@example.org"]);
  expect(mail.attachments).toMatchObject([{ filename: "plan.pdf", sizeBytes: 3 }]);
  expect(mail.attachments[0]?.sha256).toMatch(/^[0-9a-f]{64}$/);
});

test("one message received twice has one duplicate key, another message has another key", async () => {
  await using pool = new ParsePool({ blobs: blobs(), threads: 1, log });
  const source = (received: string, text: string) =>
    whole(`Received: ${received}\nMessage-ID: <m@x>\nFrom: a@x\nSubject: s\n\n${text}\n`);
  const [first, second, other] = await Promise.all([
    pool.read(source("by one", "same")),
    pool.read(source("by two", "same")),
    pool.read(source("by one", "different")),
  ]);
  expect(first?.duplicateKey).toBe(second?.duplicateKey);
  expect(first?.duplicateKey).not.toBe(other?.duplicateKey);
});

test.each(["loop", "eat", "die", "throw"])(
  "a message whose body makes the parser %s is stored with its header, and its neighbors are parsed",
  async (harmfulAction) => {
    await using pool = new ParsePool({
      blobs: blobs(),
      threads: 1,
      log,
      timeoutMs: harmfulAction === "loop" ? 1000 : 20_000,
      memoryMb: 32,
      threadFile: obedient,
    });
    const [before, poisoned, next] = await Promise.all([
      pool.read(whole("fine")),
      pool.read(whole(`header\n\n${harmfulAction}`)),
      pool.read(whole("sound")),
    ]);
    expect(before?.message).toMatchObject({ subject: "fine", notice: "" });
    expect(poisoned?.message).toMatchObject({
      subject: "header",
      notice: "This message could not be read completely.",
    });
    expect(next?.message).toMatchObject({ subject: "sound", notice: "" });
  },
  // Threads are restarted up to four times.
  60_000,
);

test("a slow start of a thread does not count towards a message's timeout", async () => {
  const threadFile = beginning("wait(2500);");
  await using pool = new ParsePool({
    blobs: blobs(),
    threads: 1,
    log,
    timeoutMs: 2000,
    threadFile,
  });
  const mail = await pool.read(whole("fine"));
  expect(mail.message).toMatchObject({ subject: "fine", notice: "" });
});

test("a thread that dies during its start loses no message, and another starts", async () => {
  const flag = JSON.stringify(path.join(dir, "has-died"));
  const threadFile = beginning(`
    const { existsSync, writeFileSync } = await import("node:fs");
    if (!existsSync(${flag})) {
      writeFileSync(${flag}, "");
      process.exit(1);
    }`);
  await using pool = new ParsePool({ blobs: blobs(), threads: 1, log, threadFile });
  const mail = await pool.read(whole("fine"));
  expect(mail.message).toMatchObject({ subject: "fine", notice: "" });
});

test("messages parsed together have separate timeouts", async () => {
  const threadFile = obedient;
  await using pool = new ParsePool({
    blobs: blobs(),
    threads: 1,
    log,
    timeoutMs: 2000,
    threadFile,
  });
  const messages = await Promise.all(Array.from({ length: 4 }, () => pool.read(whole("slow"))));
  const threads = new Set(messages.map(({ duplicateKey }) => duplicateKey));
  expect(threads.size, "threads that were needed").toBe(1);
});

test("a message is not blamed for a thread that others exhausted", async () => {
  await using pool = new ParsePool({ blobs: blobs(), threads: 1, log, threadFile: obedient });
  await pool.read(whole("fine"));
  const mail = await pool.read(whole("header\n\ntire"));
  expect(mail.message).toMatchObject({ notice: "" });
});

test("a message whose header crashes the parser is recorded as unreadable", async () => {
  await using pool = new ParsePool({
    blobs: blobs(),
    threads: 1,
    log,
    threadFile: obedient,
  });
  const mail = await pool.read(whole("die\n\ntext"));
  expect(mail.message).toMatchObject({
    subject: "",
    notice: "This message could not be read completely.",
  });
});

test("parses an urgent message before one that waited longer", async () => {
  await using pool = new ParsePool({ blobs: blobs(), threads: 1, log });
  const order: string[] = [];
  const read = async (name: string, isUrgent: boolean) => {
    await pool.read(whole(`Subject: ${name}\n\n`), { isUrgent });
    order.push(name);
  };
  await Promise.all([read("first", false), read("older", false), read("new", true)]);
  expect(order).toEqual(["new", "first", "older"]);
});
