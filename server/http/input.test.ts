import { UploadId, OutboxId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Failure } from "#/base/fail.ts";
import type { Services } from "#/http/services.ts";
import { createClient } from "#/testing/client.ts";
import { fakeAuth, fakeReading, fakeServices } from "#/testing/fake-services.ts";
import { startApp, type TestApp } from "#/testing/http-app.ts";

const anna = UserId.parse("anna");
const calls: unknown[] = [];
let app: TestApp;
/** What the upload service does with the file it is given. */
let upload: Services["uploads"]["whole"];

beforeAll(async () => {
  const base = fakeServices({});
  const services = fakeServices({
    auth: {
      ...fakeAuth(new Map([["token", anna]])),
      logout: async (...call) => void calls.push(call),
    },
    reading: fakeReading({
      list: async (...call) => {
        calls.push(call);
        return { emails: [], hasMore: false, nextCursor: null };
      },
      folders: async () => {
        // A code that this endpoint does not list.
        throw new Failure("send.too_late");
      },
    }),
    search: async (...call) => {
      calls.push(call);
      return { results: [], nextCursor: null };
    },
    accounts: {
      ...base.accounts,
      list: async () => [{ id: "acc", imap_secret: "leaked" }] as never,
      discover: async () => ({ imap_host: 5 }) as never,
    },
    sending: {
      ...base.sending,
      send: async (...call) => {
        calls.push(call);
        return { id: OutboxId.parse("o1"), state: "queued" };
      },
    },
    uploads: { ...base.uploads, whole: (...call) => upload(...call) },
  });
  app = await startApp(services);
});
afterAll(() => app[Symbol.asyncDispose]());
beforeEach(() => {
  calls.length = 0;
});

function post(where: string, body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method: "POST", body, headers: { authorization: "Bearer token", ...headers } };
  return fetch(app.origin + where, init);
}
const json = { "content-type": "application/json" };
const invalid = { code: "input.invalid", message: "The request is not valid." };

describe("a call's input", () => {
  it("comes from the path, the query and the body, and reaches the service as the contract reads it", async () => {
    const client = createClient(app.origin, "token");
    await client.call("GET /email/list", { isStarred: "true", limit: "5" });
    await client.call("POST /email/search", { query: "hello" });
    expect(calls).toEqual([
      [anna, { isStarred: true, limit: 5, sort: "newest" }],
      [anna, { query: "hello", limit: 20, order: "newest" }, expect.any(AbortSignal)],
    ]);
  });

  it.each([
    "[]",
    '"text"',
    "null",
    "5",
    "{",
    '{"query":"ab"',
    '{"__proto__":{"query":"ab"}}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"query":["ab"]}',
    '{"query":{"$gt":""}}',
    '{"query":"a\\r\\nA1 LOGOUT"}',
    '{"query":"ab","limit":1.5}',
    '{"query":"ab","limit":101}',
    '{"query":"ab","accountId":"../x"}',
  ])("is refused when it is %s", async (body) => {
    const answer = await post("/email/search", body, json);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(invalid);
    expect(calls).toHaveLength(0);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/xml"])(
    "is refused as %s",
    async (type) => {
      const answer = await post("/email/search", '{"query":"ab"}', { "content-type": type });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(invalid);
    },
  );

  it("may be announced as JSON and be empty", async () => {
    const answer = await post("/user/logout", "", json);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ok: true });
  });

  it.each(["?limit=1&limit=2", "?folder=a%00b", "?cursor=a%0d%0ab", "?limit=0", "?accountId=%2e"])(
    "is refused as the query %s",
    async (query) => {
      const headers = { authorization: "Bearer token" };
      const answer = await fetch(`${app.origin}/email/list${query}`, { headers });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(invalid);
    },
  );

  it("is refused when the address cannot be decoded", async () => {
    const answer = await fetch(`${app.origin}/email/preview/%E0%A4%A`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(invalid);
  });

  it("may have 1 MiB, and 30 MiB where a mail is sent", async () => {
    const tooMuch = JSON.stringify({ query: "x".repeat(limits.requestBodyBytes) });
    const answer = await post("/email/search", tooMuch, json);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "request.too_large" });
    const mail = { accountId: "acc", to: "b@x.org", subject: "Hi", content: "Hello" };
    const padding = " ".repeat(limits.requestBodyBytes);
    expect((await post("/email/send", JSON.stringify(mail) + padding, json)).status).toBe(200);
    const oversized = " ".repeat(limits.sendBodyBytes);
    expect((await post("/email/send", JSON.stringify(mail) + oversized, json)).status).toBe(413);
  });

  it("is refused with the name of the field that is not valid", async () => {
    for (const [path, body, field] of [
      ["/imap/add", { account_mail: "notanaddress", account_pass: "x" }, "account_mail"],
      ["/email/search", { query: "ab", limit: 101 }, "limit"],
      ["/email/send", { accountId: "acc", to: ["a@x.org", 5] }, "to"],
    ] as const) {
      const answer = await post(path, JSON.stringify(body), json);
      expect(await answer.json()).toEqual({ ...invalid, field });
    }
  });

  it("carries the key that makes sending safe to repeat", async () => {
    const mail = { accountId: "acc", to: ["b@x.org"], subject: "Hi", content: "Hello" } as const;
    const client = createClient(app.origin, "token");
    const headers = { "idempotency-key": "k-1" };
    await client.call("POST /email/send", mail as never, { headers });
    expect(calls[0]).toEqual([
      anna,
      { ...mail, requestReceipt: false, undoSeconds: 0 },
      { idempotencyKey: "k-1" },
    ]);
    const long = { headers: { "idempotency-key": "k".repeat(201) } };
    expect(await client.refusal("POST /email/send", mail as never, long)).toMatchObject(invalid);
  });
});

describe("an upload", () => {
  const form = (name: string, bytes: Uint8Array<ArrayBuffer>, filename: string) => {
    const body = new FormData();
    body.append(name, new Blob([bytes]), filename);
    return body;
  };

  it("reaches the service as a stream with a safe name", async () => {
    upload = async (_userId, { filename, content }) => {
      const chunks = await content.toArray();
      const size = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).length;
      return { id: UploadId.parse("u1"), filename, size };
    };
    const answer = await post(
      "/email/uploads",
      form("file", new Uint8Array(5000), "../a\u202eb.txt"),
    );
    expect(await answer.json()).toEqual({ id: "u1", filename: "ab.txt", size: 5000 });
  });

  it("that is too large fails, however the service reads it", async () => {
    upload = async (_userId, { content }) => {
      await content.toArray();
      throw new Error("The stream ended as if all were well.");
    };
    const answer = await post(
      "/email/uploads",
      form("file", new Uint8Array(limits.uploadBytes + 1), "a.bin"),
    );
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "upload.too_large" });
  });

  it("without a file is refused", async () => {
    const answers = [
      await post("/email/uploads", form("other", new Uint8Array(5), "a.bin")),
      await post("/email/uploads", new FormData()),
      await post("/email/uploads", "{}", json),
      await post("/email/uploads", "--x\r\nbroken", {
        "content-type": "multipart/form-data; boundary=x",
      }),
      await post("/email/uploads", "--x--", { "content-type": "multipart/form-data" }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(invalid);
    }
  });

  it("of a stranger is refused before it is read", async () => {
    const body = form("file", new Uint8Array(5), "a.bin");
    const answer = await fetch(`${app.origin}/email/uploads`, { method: "POST", body });
    expect(answer.status).toBe(401);
  });
});

describe("an answer", () => {
  it("never carries more than the contract names, nor something else", async () => {
    const client = createClient(app.origin, "token");
    const internal = { status: 500, code: "internal", message: "Something went wrong" };
    expect(await client.refusal("GET /imap/accounts", {})).toEqual(internal);
    expect(await client.refusal("POST /imap/discover", { account_mail: "a@b.c" })).toEqual(
      internal,
    );
  });

  it("of a failure that the endpoint does not list is a bug", async () => {
    const client = createClient(app.origin, "token");
    expect(await client.refusal("GET /email/folders", {})).toMatchObject({ code: "internal" });
  });
});
