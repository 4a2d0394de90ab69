import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { writeZip, type ZipEntry } from "./write-zip.ts";

const writtenAt = Date.UTC(2026, 10, 22, 9, 30, 12);
const files = {
  "README.txt": "Read me.\n",
  "mail/anna@example.org/Entwürfe.mbox": "From anna\n".repeat(50_000),
  "mail/anna@example.org/空.mbox": "",
  "profile.json": "{}\n",
};
let dir = "";
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-zip-"));
});
afterAll(() => rm(dir, { recursive: true }));

async function* entries(): AsyncGenerator<ZipEntry> {
  for (const [name, content] of Object.entries(files)) {
    yield { name, content: Readable.from([Buffer.from(content)]) };
  }
}

async function read(zip: Buffer) {
  const found: Record<string, string> = {};
  const file = await fromBufferPromise(zip, { lazyEntries: true });
  for await (const entry of file.eachEntry()) {
    found[entry.fileName] = await text(await file.openReadStreamPromise(entry));
    expect(entry.getLastModDate({ timezone: "UTC" }).getTime()).toBe(writtenAt);
    // Made by Unix: Info-ZIP takes other names for names of DOS.
    expect(entry.versionMadeBy >> 8).toBe(3);
    expect((entry.externalFileAttributes >>> 16).toString(8)).toBe("100644");
  }
  return found;
}

test.each([
  ["as it is", {}],
  ["with sizes and places that need 64 bits", { largeFrom: 5 }],
])("a written zip is read back, %s", async (_, options) => {
  const zip = await buffer(writeZip(entries(), writtenAt, options));
  expect(await read(zip)).toEqual(files);
  expect(zip.length).toBeLessThan(20_000);
  // Another reader, which checks each file's checksum.
  const place = path.join(dir, "written.zip");
  await writeFile(place, zip);
  const script = "import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())";
  const { stdout } = await promisify(execFile)("python3", ["-c", script, place]);
  expect(stdout.trim()).toBe("None");
});

test("reads nothing before its turn, and nothing after the reader left", async () => {
  const asked: string[] = [];
  let isLeft = false;
  async function* content(name: string) {
    asked.push(name);
    try {
      for (;;) yield Buffer.alloc(65_536, Math.random().toString());
    } finally {
      isLeft = true;
    }
  }
  async function* endless(): AsyncGenerator<ZipEntry> {
    for (const name of ["first", "second"]) yield { name, content: content(name) };
  }
  for await (const piece of writeZip(endless(), writtenAt)) {
    if (piece.length > 100) break;
  }
  await expect.poll(() => isLeft).toBe(true);
  expect(asked).toEqual(["first"]);
});

test("content that fails makes the archive fail", async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield {
      name: "a",
      content: (async function* () {
        yield Buffer.from("half");
        throw new Error("gone");
      })(),
    };
  }
  await expect(buffer(writeZip(broken(), writtenAt))).rejects.toThrow("gone");
});
