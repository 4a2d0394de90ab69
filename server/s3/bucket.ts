import { pipeline, Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { AwsV4Signer } from "aws4fetch";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/failure.ts";
import type { Log } from "#/base/log.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Followed } from "#/egress/fetch-resource.ts";
import { objectsOf, type StoredObject } from "./list-answer.ts";

/**
 * Objects in an S3-compatible store. Every method throws storage.unavailable if the store is unreachable or refuses the request.
 */
export interface Bucket {
  /** Stores an object, replacing one with the same key. The store verifies its SHA-256. */
  put: (key: string, object: NewObject) => Promise<void>;
  /** Null if the object does not exist. The caller reads the content to its end or destroys it. */
  get: (key: string) => Promise<{ content: Readable; sizeBytes: number } | null>;
  has: (key: string) => Promise<boolean>;
  /** The time of the last put, to the second; null if the object does not exist. */
  storedAt: (key: string) => Promise<number | null>;
  remove: (key: string) => Promise<void>;
  /** Returns all objects whose key has this prefix, ordered by key. */
  list: (prefix: string) => Promise<StoredObject[]>;
}

interface NewObject {
  sha256: string;
  sizeBytes: number;
  /** Called again for each attempt. */
  content: () => Readable | Uint8Array;
}

export interface BucketOptions {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** S3's maximum size of one put. A larger object needs a multipart upload, which Inlet does not do. */
const maxBytes = 5 * 1000 ** 3;
const answerBytes = 4 * 1024 * 1024;
/** Timeout without data from or to the store. */
const silenceMs = 20_000;

type Method = "GET" | "PUT" | "HEAD" | "DELETE";

interface BucketParts {
  egress: Egress;
  log: Log;
  clock: Clock;
}

/** Returns the bucket, with requests only through the egress. */
export function createBucket(parts: BucketParts, options: BucketOptions): Bucket {
  const expecting = signedRequests(parts, options);

  async function storedAt(key: string): Promise<number | null> {
    const { status, headers, body } = await expecting([200, 404], "HEAD", pathOf(key));
    body.destroy();
    if (status === 404) return null;
    const at = Date.parse(headers["last-modified"] ?? "");
    // Without a date the object counts as just stored, so it is not deleted.
    return Number.isNaN(at) ? Number.MAX_SAFE_INTEGER : at;
  }

  return {
    async put(key, object) {
      if (object.sizeBytes > maxBytes) throw new Failure("request.too_large");
      const answer = await expecting([200, 204], "PUT", pathOf(key), object);
      await textOf(answer);
    },
    async get(key) {
      const answer = await expecting([200, 404], "GET", pathOf(key));
      if (answer.status === 404) {
        answer.body.destroy();
        return null;
      }
      return { content: answer.body, sizeBytes: Number(answer.headers["content-length"]) };
    },
    has: async (key) => (await storedAt(key)) !== null,
    storedAt,
    async remove(key) {
      const { body } = await expecting([200, 204, 404], "DELETE", pathOf(key));
      body.destroy();
    },
    async list(prefix) {
      const found: StoredObject[] = [];
      for (;;) {
        const after = found.at(-1)?.key;
        const query = new URLSearchParams({
          "list-type": "2",
          prefix,
          ...(after !== undefined && { "start-after": after }),
        });
        const answer = await expecting([200], "GET", `?${query.toString()}`);
        const { objects, isTruncated } = objectsOf((await textOf(answer)).toString());
        found.push(...objects);
        if (!isTruncated || objects.length === 0) return found;
      }
    },
  };
}

/** Returns a function that sends signed requests. It corrects the time of its signatures if the store's clock differs. */
function signedRequests({ egress, log, clock }: BucketParts, options: BucketOptions) {
  const store = { aheadMs: 0 };

  async function ask(method: Method, path: string, object?: NewObject): Promise<Followed> {
    const signer = new AwsV4Signer({
      method,
      url: `${options.endpoint}/${options.bucket}${path}`,
      service: "s3",
      accessKeyId: options.accessKeyId,
      secretAccessKey: options.secretAccessKey,
      region: options.region,
      datetime: new Date(clock.now() + store.aheadMs).toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
      headers: {
        "x-amz-content-sha256": object?.sha256 ?? emptyHash,
        ...(object && { "content-length": String(object.sizeBytes) }),
      },
    });
    const { url, headers } = await signer.sign();
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), silenceMs);
    const content = watched(object?.content(), () => timer.refresh());
    try {
      const answer = await egress.follow(url.href, {
        method,
        headers: Object.fromEntries(headers),
        ...(content !== undefined && { body: content }),
        signal: silence.signal,
      });
      timer.refresh();
      answer.body.on("data", () => timer.refresh());
      answer.body.once("close", () => clearTimeout(timer));
      // The caller may not be reading yet.
      answer.body.pause();
      return answer;
    } catch (cause) {
      clearTimeout(timer);
      if (content instanceof Readable) content.destroy();
      throw away(log, { method, reason: "unreachable" }, cause);
    }
  }

  /** Returns the response if its status is in `statuses`; of a refusal only the code is logged. */
  return async function expecting(
    statuses: readonly number[],
    method: Method,
    path: string,
    object?: NewObject,
  ): Promise<Followed> {
    for (let attempt = 1; ; attempt++) {
      const answer = await ask(method, path, object);
      if (statuses.includes(answer.status)) return answer;
      const text = (await textOf(answer).catch(() => Buffer.alloc(0))).toString();
      const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? "";
      const theirs = Date.parse(answer.headers["date"] ?? "");
      const isSkewed = code === "RequestTimeTooSkewed" && !Number.isNaN(theirs);
      if (!isSkewed || attempt === 2) {
        throw away(log, { method, status: answer.status, code, reason: "rejected" });
      }
      // A signature contains the time, which the store compares with its own clock.
      store.aheadMs = theirs - clock.now();
      log.warn({ aheadMs: store.aheadMs }, "file storage clock differs from this machine's");
    }
  };
}

const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

function pathOf(key: string): string {
  return `/${key.split("/").map(encodeURIComponent).join("/")}`;
}

async function textOf({ body }: Followed): Promise<Buffer> {
  let sizeBytes = 0;
  body.on("data", (chunk: Buffer) => {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > answerBytes) body.destroy(new Error("too large"));
  });
  return buffer(body);
}

function away(log: Log, about: object, cause?: unknown): Failure {
  log.warn({ ...about, ...(cause !== undefined && { err: cause }) }, "file storage request failed");
  return new Failure("storage.unavailable", { cause });
}

/**
 * Returns the same content and reports each piece. A stream with a mere data listener would flow before its reader
 * starts.
 */
function watched<Content>(content: Content, notify: () => void): Content | Transform {
  if (!(content instanceof Readable)) return content;
  const pieces = new Transform({
    transform(piece, _encoding, done) {
      notify();
      done(null, piece);
    },
  });
  // An error ends `pieces` too, and their reader reports it.
  pipeline(content, pieces, () => undefined);
  return pieces;
}
