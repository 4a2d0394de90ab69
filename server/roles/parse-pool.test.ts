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

/** A thread that does with a message what the message says. */
const obedient = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ id, source }) => {
      const text = Buffer.from(source.whole).toString();
      if (text.includes("die")) process.exit(1);
      if (text.includes("loop")) for (;;);
      if (text.includes("throw")) return parentPort.postMessage({ id, error: "thrown" });
      parentPort.postMessage({ id, mail: { message: { subject: text.trim(), notice: "" } } });
    });`)}`,
);

test("reads a message into what is stored, its words and its files", async () => {
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

test("one mail received twice has one twin key, another mail another", async () => {
  await using pool = new ParsePool({ blobs: blobs(), threads: 1, log });
  const source = (received: string, text: string) =>
    whole(`Received: ${received}\nMessage-ID: <m@x>\nFrom: a@x\nSubject: s\n\n${text}\n`);
  const [first, second, other] = await Promise.all([
    pool.read(source("by one", "same")),
    pool.read(source("by two", "same")),
    pool.read(source("by one", "different")),
  ]);
  expect(first?.twinKey).toBe(second?.twinKey);
  expect(first?.twinKey).not.toBe(other?.twinKey);
});

test.each(["loop", "die", "throw"])(
  "a message whose body makes the reader %s is known by its header, and the next is read",
  async (deed) => {
    await using pool = new ParsePool({
      blobs: blobs(),
      threads: 1,
      log,
      timeoutMs: 300,
      threadFile: obedient,
    });
    const [poisoned, next] = await Promise.all([
      pool.read(whole(`header\n\n${deed}`)),
      pool.read(whole("sound")),
    ]);
    expect(poisoned?.message).toMatchObject({
      subject: "header",
      notice: "This message could not be read completely.",
    });
    expect(next?.message.subject).toBe("sound");
  },
);

test("a message whose very header kills the reader is recorded as unreadable", async () => {
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

test("reads what is urgent before what waited longer", async () => {
  await using pool = new ParsePool({ blobs: blobs(), threads: 1, log });
  const order: string[] = [];
  const read = async (name: string, isUrgent: boolean) => {
    await pool.read(whole(`Subject: ${name}\n\n`), { isUrgent });
    order.push(name);
  };
  await Promise.all([read("first", false), read("older", false), read("new", true)]);
  expect(order).toEqual(["first", "new", "older"]);
});
