import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createBlobs } from "./blobs.ts";

const goesOn = new AbortController().signal;

async function aDirectory(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "inlet-test-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test("stores bytes under the hash of their content", async () => {
  const blobs = createBlobs({ dir: await aDirectory(), capBytes: 1000 });
  const bytes = Buffer.from("hello");
  const name = await blobs.put(bytes);
  expect(name).toBe(createHash("sha256").update(bytes).digest("hex"));
  expect(await blobs.put(bytes)).toBe(name);
  const found = await blobs.open(name);
  expect(found?.sizeBytes).toBe(5);
  if (found) expect(await buffer(found.content)).toEqual(bytes);
  expect(await blobs.has("0".repeat(64))).toBe(false);
  expect(await blobs.open("0".repeat(64))).toBeNull();
  await expect(blobs.open("../../etc/passwd")).rejects.toThrow("not the name of a blob");
});

test("leaves no file behind if the stream breaks off", async () => {
  const dir = await aDirectory();
  const blobs = createBlobs({ dir, capBytes: 1000 });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("half");
    throw new Error("broken off");
  }
  await expect(blobs.putStream(broken())).rejects.toThrow("broken off");
  expect(await readdir(join(dir, "new"))).toEqual([]);
});

test("evicts the least recently used files, but never those that must stay", async () => {
  const dir = await aDirectory();
  const keep = new Set<string>();
  const blobs = createBlobs({ dir, capBytes: 250, keep: async () => keep });
  const names: string[] = [];
  for (const [index, letter] of ["a", "b", "c"].entries()) {
    const name = await blobs.put(Buffer.alloc(75, letter));
    names.push(name);
    await utimes(join(dir, name.slice(0, 2), name), index + 1, index + 1);
  }
  const [first = "", second = "", third = ""] = names;
  keep.add(first);
  (await blobs.open(second))?.content.destroy();
  const fourth = await blobs.put(Buffer.alloc(75, "d"));
  const left = await Promise.all([first, second, third, fourth].map((name) => blobs.has(name)));
  expect(left).toEqual([true, true, false, true]);
});

test("does not evict a file that is stored again during the eviction", async () => {
  const dir = await aDirectory();
  const bytes = Buffer.alloc(80, "a");
  const other = createBlobs({ dir, capBytes: 1000 });
  const name = await other.put(bytes);
  const old = await other.put(Buffer.alloc(80, "b"));
  for (const one of [name, old]) await utimes(join(dir, one.slice(0, 2), one), 50, 50);
  const keep = async () => {
    await other.put(bytes);
    return new Set<string>();
  };
  await createBlobs({ dir, capBytes: 100, keep }).freeSpace();
  expect([await other.has(name), await other.has(old)]).toEqual([true, false]);
});

test("a stored file stays until a table can name it, even over the cap", async () => {
  const dir = await aDirectory();
  const blobs = createBlobs({ dir, capBytes: 100, keep: async () => new Set() });
  const cached = await blobs.cache(Buffer.alloc(50, "a"));
  const large = await blobs.putStream(Readable.from([Buffer.alloc(150, "b")]));
  const again = await blobs.put(Buffer.alloc(50, "a"));
  await blobs.freeSpace();
  expect(again).toBe(cached);
  expect(await blobs.has(large.sha256)).toBe(true);
  const minutes = (count: number) => new Date(Date.now() + count * 60_000);
  // No table named it after all.
  const file = (await blobs.file(large.sha256)) ?? "";
  await utimes(file, minutes(-20), minutes(-20));
  await blobs.freeSpace();
  expect(await blobs.has(large.sha256)).toBe(false);
});

test("rewrites a cached file that was cut short, and never returns the truncated file", async () => {
  const dir = await aDirectory();
  const blobs = createBlobs({ dir, capBytes: 1000 });
  const bytes = Buffer.from("an attachment");
  const name = await blobs.cache(bytes);
  await truncate(join(dir, name.slice(0, 2), name), 3);
  expect(await blobs.open(name, bytes.length)).toBeNull();
  expect(await blobs.cache(bytes)).toBe(name);
  const found = await blobs.open(name, bytes.length);
  if (found) expect(await buffer(found.content)).toEqual(bytes);
  expect(found?.sizeBytes).toBe(bytes.length);
  expect(await blobs.put(bytes)).toBe(name);
});

test("caching evicts nothing until the cached bytes are reported", async () => {
  const dir = await aDirectory();
  const blobs = createBlobs({ dir, capBytes: 100 });
  const others = createBlobs({ dir, capBytes: Number.POSITIVE_INFINITY });
  const names = [
    await others.cache(Buffer.alloc(75, "a")),
    await others.cache(Buffer.alloc(75, "b")),
  ];
  const there = () => Promise.all(names.map((name) => others.has(name)));
  expect(await there()).toEqual([true, true]);
  await blobs.cached(names.map((sha256) => ({ sha256, sizeBytes: 75 })));
  expect((await there()).filter(Boolean)).toHaveLength(1);
});

test("deletes unnamed files after a time without use, but not one that is stored again at that moment", async () => {
  const dir = await aDirectory();
  const blobs = createBlobs({ dir, capBytes: 1000 });
  const [named, nameless, again, fresh] = [
    await blobs.put(Buffer.from("named")),
    await blobs.put(Buffer.from("nameless")),
    await blobs.put(Buffer.from("again")),
    await blobs.cache(Buffer.from("fresh")),
  ];
  for (const name of [named, nameless, again]) {
    await utimes(join(dir, name.slice(0, 2), name), 50, 50);
  }
  const [crashed, written] = [join(dir, "new", "crashed"), join(dir, "new", "written")];
  for (const path of [crashed, written]) await writeFile(path, "half");
  await utimes(crashed, 50, 50);
  const asked: string[] = [];
  await blobs.removeNameless(
    100_000,
    async (some) => {
      asked.push(...some);
      await blobs.put(Buffer.from("again"));
      return new Set([named]);
    },
    goesOn,
  );
  expect(asked.toSorted()).toEqual([named, nameless, again].toSorted());
  const there = [named, nameless, again, fresh].map((name) => blobs.has(name));
  expect(await Promise.all(there)).toEqual([true, false, true, true]);
  expect(await readdir(join(dir, "new"))).toEqual(["written"]);
});

test("stops deleting files when the signal aborts", async () => {
  const blobs = createBlobs({ dir: await aDirectory(), capBytes: 1000 });
  const names = [await blobs.put(Buffer.from("one")), await blobs.put(Buffer.from("two"))];
  const ending = new AbortController();
  const named = async () => {
    ending.abort();
    return new Set<string>();
  };
  await blobs.removeNameless(Date.now() + 3600_000, named, ending.signal);
  expect(await Promise.all(names.map((name) => blobs.has(name)))).toEqual([true, true]);
});

test("deletes a leaving user's files that no other user names, but not one that is stored again at that moment", async () => {
  const dir = await aDirectory();
  const blobs = createBlobs({ dir, capBytes: 1000 });
  const [named, nameless, again] = [
    await blobs.put(Buffer.from("named")),
    await blobs.put(Buffer.from("nameless")),
    await blobs.put(Buffer.from("again")),
  ];
  await utimes(join(dir, again.slice(0, 2), again), 50, 50);
  const all = [named, nameless, again];
  const gone = "0".repeat(64);
  await blobs.remove([...all, gone], async (asked) => {
    expect(asked).toEqual([...all, gone]);
    await blobs.put(Buffer.from("again"));
    return new Set([named]);
  });
  const there = all.map((name) => blobs.has(name));
  expect(await Promise.all(there)).toEqual([true, false, true]);
});

test("deletes nothing before the first file is stored", async () => {
  const blobs = createBlobs({ dir: join(await aDirectory(), "blobs"), capBytes: 1000 });
  await blobs.removeNameless(Date.now(), async () => new Set(), goesOn);
});
