import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Failure } from "#/base/failure.ts";
import { threeMessages, type ThreeMessages } from "#/testing/apps/mail-app.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

let app: RealApp;
let reader: ThreeMessages;
let token = "";

beforeAll(async () => {
  app = await startRealApp("sqlite", {
    context: ({ auth }) => ({
      auth: {
        ...auth,
        profiles: {
          ...auth.profiles,
          read: async (userId) => ({
            ...(await auth.profiles.read(userId)),
            password_hash: "leaked",
          }),
          change: async () => {
            // The endpoint does not list this code.
            throw new Failure("send.too_late");
          },
        },
        security: {
          ...auth.security,
          // Violates the contract on purpose.
          read: async () => ({ hasPassword: "yes" }) as never,
        },
      },
    }),
  });
  reader = await threeMessages(app);
  ({ token } = reader.person);
});
afterAll(() => app[Symbol.asyncDispose]());

function post(where: string, body: BodyInit, headers: Record<string, string> = {}) {
  const init = { method: "POST", body, headers: { authorization: `Bearer ${token}`, ...headers } };
  return fetch(app.origin + where, init);
}
const json = { "content-type": "application/json" };
const invalid = { code: "input.invalid", message: "The request is not valid." };

describe("input of a request", () => {
  it("comes from the path, the query and the body, as the contract defines", async () => {
    const { client } = reader.person;
    const [, emailId = ""] = reader.ids;
    await client.call("PATCH /email/{emailId}", { emailId, starred: true });
    const { emails } = await client.call("GET /email/list", { isStarred: "true", limit: "1" });
    expect(emails.map(({ id }) => id)).toEqual([emailId]);
    const { results } = await client.call("POST /email/search", { query: "Subject", limit: 2 });
    expect(results).toHaveLength(2);
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
  ])("is refused if the body is %s", async (body) => {
    const answer = await post("/email/search", body, json);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(invalid);
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/xml"])(
    "is refused with the content type %s",
    async (type) => {
      const answer = await post("/email/search", '{"query":"ab"}', { "content-type": type });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(invalid);
    },
  );

  it("can be an empty body with the JSON content type", async () => {
    const other = await signUpUser(app.origin, "Other");
    const headers = { ...json, authorization: `Bearer ${other.token}` };
    const answer = await post("/user/logout", "", headers);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ok: true });
  });

  it.each(["?limit=1&limit=2", "?folder=a%00b", "?cursor=a%0d%0ab", "?limit=0", "?accountId=%2e"])(
    "is refused in the query %s",
    async (query) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${app.origin}/email/list${query}`, { headers });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject(invalid);
    },
  );

  it("is refused if the path cannot be decoded", async () => {
    const answer = await fetch(`${app.origin}/email/preview/%E0%A4%A`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject(invalid);
  });

  it("is limited to 1 MiB, and to 30 MiB for sending", async () => {
    const tooMuch = JSON.stringify({ query: "x".repeat(limits.requestBodyBytes) });
    const answer = await post("/email/search", tooMuch, json);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "request.too_large" });
    const { accountId } = await aMailbox(app.execute, reader.userId, "roomy");
    const mail = { accountId, to: "b@x.org", subject: "Hi", content: "Hello" };
    const padding = " ".repeat(limits.requestBodyBytes);
    expect((await post("/email/send", JSON.stringify(mail) + padding, json)).status).toBe(200);
    const oversized = " ".repeat(limits.sendBodyBytes);
    expect((await post("/email/send", JSON.stringify(mail) + oversized, json)).status).toBe(413);
  });

  it("is refused with the name of the invalid field", async () => {
    for (const [path, body, field] of [
      ["/imap/add", { account_mail: "notanaddress", account_pass: "x" }, "account_mail"],
      ["/email/search", { query: "ab", limit: 101 }, "limit"],
      ["/email/send", { accountId: "acc", to: ["a@x.org", 5] }, "to"],
    ] as const) {
      const answer = await post(path, JSON.stringify(body), json);
      expect(await answer.json()).toEqual({ ...invalid, field });
    }
  });

  it("has an idempotency key with which sending can be repeated safely", async () => {
    const { client } = reader.person;
    const { accountId } = await aMailbox(app.execute, reader.userId, "keyed");
    const mail = { accountId, to: "b@x.org", subject: "Hi", content: "Hello" };
    const headers = { "idempotency-key": "k-1" };
    const first = await client.call("POST /email/send", mail, { headers });
    expect(await client.call("POST /email/send", mail, { headers })).toEqual(first);
    const long = { headers: { "idempotency-key": "k".repeat(201) } };
    expect(await client.refusal("POST /email/send", mail, long)).toMatchObject(invalid);
  });
});

describe("an upload", () => {
  const form = (name: string, bytes: Uint8Array<ArrayBuffer>, filename: string) => {
    const body = new FormData();
    body.append(name, new Blob([bytes]), filename);
    return body;
  };

  it("is stored with a safe name", async () => {
    const answer = await post(
      "/email/uploads",
      form("file", new Uint8Array(5000), "../a\u202eb.txt"),
    );
    expect(await answer.json()).toMatchObject({ filename: "ab.txt", size: 5000 });
  });

  it("that is too large is refused", async () => {
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

  it("from an unknown client is refused before it is read", async () => {
    const body = form("file", new Uint8Array(5), "a.bin");
    const answer = await fetch(`${app.origin}/email/uploads`, { method: "POST", body });
    expect(answer.status).toBe(401);
  });
});

describe("an answer", () => {
  const internal = { status: 500, code: "internal", message: "Something went wrong" };

  it("is an internal error if it does not match the contract", async () => {
    const { client } = reader.person;
    expect(await client.refusal("GET /user/profile", {})).toEqual(internal);
    expect(await client.refusal("GET /user/security", {})).toEqual(internal);
  });

  it("with a failure that the endpoint does not list is a bug", async () => {
    const { client } = reader.person;
    expect(await client.refusal("PUT /user/profile", { name: "Anna" })).toEqual(internal);
  });
});
