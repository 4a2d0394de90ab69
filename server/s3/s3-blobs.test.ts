import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "#/base/clock.ts";
import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { type Bucket, type BucketOptions, createBucket } from "#/s3/bucket.ts";
import { createS3Blobs } from "#/s3/s3-blobs.ts";
import { type Blobs, createBlobs } from "#/store/blobs/blobs.ts";
import { type S3Store, startS3 } from "#/testing/fakes/s3-store.ts";
import { strictStore } from "#/testing/fakes/strict-s3-store.ts";

const goesOn = new AbortController().signal;

const log = createLog("silent");
const away = { code: "storage.unavailable" };

let store: S3Store;
let dir = "";
beforeAll(async () => {
  store = await startS3();
});
afterAll(() => store[Symbol.asyncDispose]());
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "inlet-s3-blobs-"));
  const bucket = bucketOf({});
  for (const { key } of await bucket.list("")) await bucket.remove(key);
});
afterEach(() => rm(dir, { recursive: true }));

function bucketOf(
  given: Partial<BucketOptions>,
  { allowedPrivateHosts = ["127.0.0.1"], clock = systemClock } = {},
): Bucket {
  const egress = createEgress({ allowedPrivateHosts });
  return createBucket({ egress, log, clock }, { ...store.settings, ...given });
}

/** Returns the blobs of a machine with this name: a separate folder, and the shared bucket. */
function blobsOn(
  machine: string,
  {
    capBytes = 10 ** 9,
    bucket = bucketOf({}),
    keep = new Set<string>(),
  }: { capBytes?: number; bucket?: Bucket; keep?: Set<string> } = {},
): Blobs {
  const local = createBlobs({ dir: path.join(dir, machine), capBytes: 10 ** 9 });
  return createS3Blobs({ local, bucket, capBytes, keep: async () => keep, log });
}

async function contentOf(blobs: Blobs, sha256: string, sizeBytes?: number): Promise<string | null> {
  const found = await blobs.open(sha256, sizeBytes);
  return found && (await buffer(found.content)).toString();
}

it("makes a file that one process stored available to every other", async () => {
  const [one, other] = [blobsOn("one"), blobsOn("other")];
  const name = await one.put(Buffer.from("an upload"));
  const large = await one.putStream(Readable.from([Buffer.from("half "), Buffer.from("and half")]));
  expect(large.sizeBytes).toBe(13);
  expect(await other.has(name)).toBe(true);
  expect(await contentOf(other, name, 9)).toBe("an upload");
  expect(await contentOf(other, large.sha256)).toBe("half and half");
  expect(await other.file(large.sha256)).toContain(path.join(dir, "other"));
  expect(await contentOf(other, "0".repeat(64))).toBeNull();
  expect(await other.has("0".repeat(64))).toBe(false);
  expect(await other.file("0".repeat(64))).toBeNull();
  // An object whose size differs from the stored size is not returned.
  expect(await contentOf(blobsOn("third"), name, 8)).toBeNull();
  await other.remove([name], async () => new Set());
  expect(await contentOf(blobsOn("fourth"), name)).toBeNull();
});

it("assembles an upload whose parts reached several processes, also after a broken connection", async () => {
  const [one, other] = [blobsOn("one"), blobsOn("other")];
  const grown = await one.grow("upload-1", 0, Readable.from([Buffer.from("0123")]), 12);
  expect(grown).toEqual({ sizeBytes: 4, end: "all" });
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("45");
    throw new Error("the line broke");
  }
  expect(await other.grow("upload-1", 4, broken(), 12)).toEqual({ sizeBytes: 6, end: "broken" });
  const tooMuch = Readable.from([Buffer.from("67"), Buffer.alloc(9)]);
  const over = await one.grow("upload-1", 6, tooMuch, 12);
  expect(over).toEqual({ sizeBytes: 8, end: "too_long" });
  // The row does not include that last piece: the upload resumes at the row's size.
  await other.grow("upload-1", 6, Readable.from([Buffer.from("abcdef")]), 12);
  const { sha256, sizeBytes } = await one.finish("upload-1");
  expect(sizeBytes).toBe(12);
  await one.drop("upload-1");
  expect(await contentOf(blobsOn("third"), sha256)).toBe("012345abcdef");
  expect(await bucketOf({}).list("unfinished/")).toEqual([]);
});

it("deletes uploads that were abandoned", async () => {
  const blobs = blobsOn("one");
  await blobs.grow("left", 0, Readable.from([Buffer.from("x")]), 9);
  await blobs.dropUnfinished(Date.now() - 3600_000);
  expect(await bucketOf({}).list("unfinished/")).toHaveLength(1);
  await blobs.dropUnfinished(Date.now() + 3600_000);
  expect(await bucketOf({}).list("unfinished/")).toEqual([]);
});

it("uploads cached files, which saves other processes a request to the mail server", async () => {
  const [one, other] = [blobsOn("one"), blobsOn("other")];
  const sha256 = await one.cache(Buffer.from("an attachment"));
  expect(await contentOf(other, sha256)).toBeNull();
  await one.cached([{ sha256, sizeBytes: 13 }]);
  await vi.waitUntil(() => bucketOf({}).has(`${sha256.slice(0, 2)}/${sha256}`), { timeout: 9000 });
  expect(await contentOf(other, sha256, 13)).toBe("an attachment");
});

it("evicts files from the bucket, except those that are needed or were just stored", async () => {
  const keep = new Set<string>();
  const blobs = blobsOn("one", { capBytes: 100, keep });
  const old = await blobs.put(Buffer.alloc(60, "a"));
  const kept = await blobs.put(Buffer.alloc(60, "b"));
  keep.add(kept);
  await blobs.freeSpace();
  const there = async () => Promise.all([old, kept].map((name) => blobsOn("other").has(name)));
  expect(await there()).toEqual([true, true]);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 20 * 60_000 });
  await blobs.freeSpace();
  vi.useRealTimers();
  expect(await there()).toEqual([false, true]);
});

it("does not evict a file that was put again during the eviction", async () => {
  const real = bucketOf({});
  // Returns all objects as if they were stored an hour earlier.
  const list: Bucket["list"] = async (prefix) =>
    (await real.list(prefix)).map((one) => ({ ...one, storedAt: one.storedAt - 3600_000 }));
  const bytes = Buffer.alloc(60, "a");
  const [other, third] = [blobsOn("other"), blobsOn("third")];
  const again = await other.put(bytes);
  const old = await other.put(Buffer.alloc(60, "b"));
  const local = createBlobs({ dir: path.join(dir, "one"), capBytes: 10 ** 9 });
  await local.put(Buffer.from("its own"));
  const removed: string[] = [];
  const blobs = createS3Blobs({
    local,
    capBytes: 100,
    log,
    bucket: {
      ...real,
      list,
      storedAt: async (key) => (key.endsWith(old) ? 0 : real.storedAt(key)),
      remove: async (key) => void removed.push(key.slice(3)),
    },
    keep: async () => {
      await third.put(bytes);
      return new Set();
    },
  });
  await blobs.freeSpace();
  expect(removed).toEqual([old]);
  expect(await contentOf(blobsOn("fourth"), again)).toBe(bytes.toString());
});

it("deletes unreferenced files from the bucket and this machine, never a file put again in that time", async () => {
  const real = bucketOf({});
  const texts = ["named", "nameless", "again"];
  const [one, other] = [blobsOn("one"), blobsOn("other")];
  const names: string[] = [];
  for (const text of texts) names.push(await one.put(Buffer.from(text)));
  const [named = "", nameless = "", again = ""] = names;
  const fresh = await other.put(Buffer.from("fresh"));
  const unfinished = "unfinished/upload-1/000000000000000";
  await real.put(unfinished, { sha256: named, sizeBytes: 5, content: () => Buffer.from("named") });
  // All objects but one are old.
  const isOld = (key: string) => !key.endsWith(fresh);
  const long = 7200_000;
  let isPutAgain = false;
  const bucket: Bucket = {
    ...real,
    list: async (prefix) =>
      (await real.list(prefix)).map((object) =>
        isOld(object.key) ? { ...object, storedAt: object.storedAt - long } : object,
      ),
    async storedAt(key) {
      const at = await real.storedAt(key);
      const isAsListed = isOld(key) && !(isPutAgain && key.endsWith(again));
      return at !== null && isAsListed ? at - long : at;
    },
  };
  await blobsOn("one", { bucket }).removeNameless(
    Date.now() - 3600_000,
    async (some) => {
      expect(some).not.toContain(fresh);
      await other.put(Buffer.from("again"));
      isPutAgain = true;
      return new Set([named]);
    },
    goesOn,
  );
  const left = (await real.list("")).map(({ key }) => key);
  expect(left.toSorted()).toEqual(
    [...[named, again, fresh].map((name) => `${name.slice(0, 2)}/${name}`), unfinished].toSorted(),
  );
  expect(left.join(" ")).not.toContain(nameless);
  // The local copy is deleted too, once it was unused for as long.
  await one.removeNameless(
    Date.now() + 3600_000,
    async () => new Set([named, again, fresh]),
    goesOn,
  );
  expect(await one.has(nameless)).toBe(false);
});

it("deletes a removed user's files that no other user references, never a file put again in that time", async () => {
  const real = bucketOf({});
  const names: string[] = [];
  for (const text of ["named", "nameless", "again"]) {
    names.push(await blobsOn("one").put(Buffer.from(text)));
  }
  const [named = "", , again = ""] = names;
  let isPutAgain = false;
  // S3 reports times in whole seconds.
  const storedAt: Bucket["storedAt"] = async (key) => {
    const at = await real.storedAt(key);
    return at !== null && isPutAgain && key.endsWith(again) ? at + 1000 : at;
  };
  const blobs = blobsOn("one", { bucket: { ...real, storedAt } });
  await blobs.remove([...names, "0".repeat(64)], async (asked) => {
    expect(asked).toEqual([...names, "0".repeat(64)]);
    await blobsOn("other").put(Buffer.from("again"));
    isPutAgain = true;
    return new Set([named]);
  });
  const left = (await real.list("")).map(({ key }) => key.slice(3));
  expect(left.toSorted()).toEqual([named, again].toSorted());
});

it("uploads a file again if it was evicted during the upload", async () => {
  const real = bucketOf({});
  let isFirst = true;
  const put: Bucket["put"] = async (key, object) => {
    await real.put(key, object);
    if (isFirst) await real.remove(key);
    isFirst = false;
  };
  const name = await blobsOn("one", { bucket: { ...real, put } }).put(Buffer.from("an upload"));
  expect(await contentOf(blobsOn("other"), name)).toBe("an upload");
});

it("reports that the storage is unavailable, and serves the files in the local folder", async () => {
  const gone = await startS3();
  const blobs = blobsOn("one", { bucket: bucketOf(gone.settings) });
  const near = await blobs.put(Buffer.from("near"));
  await gone.stop();
  expect(await contentOf(blobs, near)).toBe("near");
  await expect(blobs.put(Buffer.from("new"))).rejects.toMatchObject(away);
  await expect(blobs.open("0".repeat(64))).rejects.toMatchObject(away);
  const pieces = Readable.from([Buffer.from("x")]);
  await expect(blobs.grow("upload", 0, pieces, 9)).rejects.toMatchObject(away);
  await blobs.cached([{ sha256: near, sizeBytes: 4 }]);
  await gone[Symbol.asyncDispose]();
});

it("is refused with another key, another bucket, or a private store that is not allowed", async () => {
  const refused = [
    bucketOf({ secretAccessKey: "another" }),
    bucketOf({ accessKeyId: "nobody" }),
    bucketOf({ bucket: "elsewhere" }),
    bucketOf({}, { allowedPrivateHosts: [] }),
  ];
  for (const bucket of refused) await expect(bucket.list("")).rejects.toMatchObject(away);
});

it("uses the store's clock if this machine's is an hour off", async () => {
  const strict = await strictStore(store.settings.endpoint);
  const clock = { now: () => Date.now() + 3600_000 };
  const bucket = bucketOf({ endpoint: strict.endpoint }, { clock });
  const blobs = blobsOn("one", { bucket });
  const name = await blobs.put(Buffer.from("late"));
  const later = await blobs.put(Buffer.from("later"));
  // One refusal is enough to learn the time difference.
  expect(strict.refusals).toBe(1);
  expect(await contentOf(blobsOn("other"), name)).toBe("late");
  expect(await contentOf(blobsOn("third", { bucket }), later)).toBe("later");
  strict.stop();
});

it("reads a listing to its end, and returns no content whose hash differs from the name", async () => {
  const entry = (key: string) =>
    `<Contents><Key>${key}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><Size>5</Size></Contents>`;
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? "", "http://store.example");
    if (!searchParams.has("list-type")) return response.end("other");
    const isFirst = searchParams.get("start-after") === null;
    const names = isFirst ? ["ab/1", "ab/2"] : ["ab/3"];
    return response.end(
      `<ListBucketResult><IsTruncated>${isFirst}</IsTruncated>${names.map(entry).join("")}</ListBucketResult>`,
    );
  });
  await new Promise<void>((done) => {
    server.listen(0, "127.0.0.1", done);
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const bucket = bucketOf({ endpoint: `http://127.0.0.1:${port}` });
  const keys = (await bucket.list("ab/")).map(({ key }) => key);
  expect(keys).toEqual(["ab/1", "ab/2", "ab/3"]);
  expect(await contentOf(blobsOn("one", { bucket }), "0".repeat(64))).toBeNull();
  server.close();
});
