import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { limits } from "@inlet/contract/limits.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cpuTimeMs } from "#/testing/cpu-time.ts";
import { tarOf, zipOf } from "#/testing/faults/fuzz/archives.ts";
import { readArchive } from "./read-archive.ts";
import { readMbox } from "./read-mbox.ts";

/** These tests are limited by processor time, which takes longer on a busy machine. */
const slow = { timeout: 120_000 };

let dir = "";
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "inlet-bombs-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

/** Reads an archive to its end with bounded memory; returns its Message-IDs. */
async function read(content: Buffer): Promise<string[]> {
  const file = path.join(dir, "archive");
  writeFileSync(file, content);
  const before = process.memoryUsage().rss;
  const found: string[] = [];
  for await (const one of readArchive(file)) found.push(one === "refused" ? one : one.messageId);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(400);
  return found;
}

const mail = Buffer.from("Message-ID: <sound@x>\nSubject: s\n\nText.\n");
const zeros = Buffer.alloc(90 * 1024 * 1024);
const packed = gzipSync(zeros);

test("a file that unpacks to a thousand times its size fails, with any compression", async () => {
  // A single message: reading stops when it exceeds the maximum size.
  expect(await read(packed)).toEqual(["refused"]);
  const mbox = Buffer.concat([Buffer.from("From a@b.c Sat Jan  3 01:05:34 2026\n\n"), zeros]);
  await expect(read(gzipSync(mbox))).rejects.toThrow(/unpacks to more/);
  await expect(read(gzipSync(tarOf([{ name: "cur/1", content: zeros }])))).rejects.toThrow(
    /unpacks to more/,
  );
}, 120_000);

test("many entries of a zip share the limit of one", async () => {
  const content = zeros.subarray(0, 9 * 1024 * 1024);
  const files = Array.from({ length: 10 }, (_, n) => ({ name: `cur/${n}`, content }));
  await expect(read(zipOf(files))).rejects.toThrow(/unpacks to more/);
});

test("a tar entry that is too large or no message does not prevent reading the next", async () => {
  const large = zeros.subarray(0, limits.messageBytes + 1);
  const names = ["cur/1", "cur/2", "photo.jpg", "All mail.mbox", "cur/3"];
  const contents = [mail, large, large, Buffer.concat([Buffer.from("From "), large]), mail];
  const files = names.map((name, at) => ({ name, content: contents[at] ?? mail }));
  expect(await read(tarOf(files))).toEqual(["sound@x", "refused", "refused", "sound@x"]);
});

test("a file with any damage is closed after reading", async () => {
  const stray = tarOf([{ name: "photo.jpg", content: zeros.subarray(0, 1_000_000) }]);
  const photos = zipOf([1, 2].map((n) => ({ name: `${n}.jpg`, content: randomBytes(400_000) })));
  const broken = [
    ...[stray, photos, gzipSync(stray)].flatMap((whole) =>
      [0, 7, 300, 1000].map((cut) => whole.subarray(0, whole.length - cut)),
    ),
    ...[stray, gzipSync(stray)].map((whole) => whole.subarray(0, whole.length / 2)),
    Buffer.concat([photos.subarray(0, 500_000), Buffer.alloc(9, 1), photos.subarray(500_009)]),
  ];
  for (const content of broken) {
    // Some of the files can be read to the end.
    await read(content).catch(() => undefined);
  }
  const open = () =>
    readdirSync("/proc/self/fd").filter((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`).startsWith(dir);
      } catch {
        return false;
      }
    });
  await expect.poll(open).toEqual([]);
});

test("an archive inside an archive is not unpacked", async () => {
  const inner = zipOf([{ name: "a.eml", content: mail }]);
  const files = ["a.zip", "b.gz", "c.tar"].map((name) => ({ name, content: inner }));
  expect(await read(zipOf(files))).toEqual([]);
  await expect(read(gzipSync(packed))).rejects.toThrow(/inside another/);
  await expect(read(gzipSync(inner))).rejects.toThrow(/inside another/);
});

test(
  "paths that lead out of a folder write nothing, and thousands of files are read in time",
  slow,
  async () => {
    const evil = ["../../cur/evil", "/etc/cur/passwd", "cur/" + "x".repeat(90)];
    const tar = tarOf(evil.map((name) => ({ name, content: mail })));
    expect(await read(tar)).toEqual(evil.map(() => "sound@x"));
    const names = ["../../x.eml", "cur/1", "/etc/x.eml", "C:/x.eml", "cur/2"];
    const zip = zipOf(names.map((name) => ({ name, content: mail })));
    expect(await read(zip)).toEqual(["refused", "sound@x", "refused", "refused", "sound@x"]);
    const before = cpuTimeMs();
    const many = Array.from({ length: 3000 }, (_, n) => ({
      name: `b/${n}`,
      content: Buffer.alloc(0),
    }));
    expect(await read(zipOf(many))).toEqual([]);
    expect(cpuTimeMs() - before).toBeLessThan(20_000);
  },
);

test(
  "a message that is too large costs time in proportion to its length, and other messages are read",
  slow,
  async () => {
    const line = "From ann@example.org Sat Jan  3 01:05:34 2026\n";
    const piece = Buffer.alloc(64 * 1024, "word\n");
    async function* mbox() {
      yield Buffer.from(`${line}${mail.toString()}\n${line}Subject: endless\n\n`);
      for (let size = 0; size < 2 * limits.messageBytes; size += piece.length) yield piece;
      yield Buffer.from(`\n\n${line}${mail.toString()}`);
    }
    const before = cpuTimeMs();
    const found: string[] = [];
    for await (const one of readMbox(Readable.from(mbox()))) {
      found.push(one === "refused" ? one : one.messageId);
    }
    expect(found).toEqual(["sound@x", "refused", "sound@x"]);
    expect(cpuTimeMs() - before).toBeLessThan(4000);
  },
);

test("lines that nearly separate messages are read in time", slow, async () => {
  const almost = `\n\nFrom ${"1:11 ".repeat(98)}`;
  const before = cpuTimeMs();
  for await (const one of readMbox(Readable.from([Buffer.from(almost.repeat(20_000))]))) {
    expect(one).toBe("refused");
  }
  expect(cpuTimeMs() - before).toBeLessThan(4000);
});
