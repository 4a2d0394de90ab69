import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { limits } from "@inlet/contract/limits.ts";
import { afterEach, expect, it, vi } from "vitest";
import type { BodyTimeouts } from "#/http/body-limits.ts";
import { createClient } from "#/testing/apps/client.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

const users = ["u1", "u2", "u3", "u4", "u5"];
const opened: ClientRequest[] = [];
let app: RealApp | undefined;
/** Session tokens of users, by name. */
const tokens = new Map<string, string>();

afterEach(async () => {
  for (const call of opened.splice(0)) call.destroy();
  await app?.[Symbol.asyncDispose]();
});

async function start(
  bodyTimeouts: Partial<BodyTimeouts> = {},
  others: readonly string[] = [],
): Promise<RealApp> {
  app = await startRealApp("sqlite", { http: { bodyTimeouts } });
  const visitor = {
    isBrowser: false,
    address: "",
    userAgent: "",
    device: "",
    language: "en",
  } as const;
  for (const name of ["anna", "ben", ...others]) {
    const form = { name, email: `${name}@example.org`, password: `password of ${name}` };
    tokens.set(name, (await app.auth.register(form, visitor)).token);
  }
  return app;
}

/** Starts an upload of Anna's and returns the URL for its content. */
async function anUpload({ origin }: RealApp, size: number): Promise<string> {
  const client = createClient(origin, tokens.get("anna"));
  const file = { filename: "a.bin", type: "application/octet-stream", size };
  const { id } = await client.call("POST /email/uploads/start", file);
  return `/email/uploads/${id}?offset=0`;
}

/** Sends the headers of a request and the first bytes of its body. */
function begin(
  method: string,
  path: string,
  options: { user?: string; length?: number; type?: string },
): { call: ClientRequest; answer: Promise<IncomingMessage> } {
  const { user, length, type = "application/json" } = options;
  const call = request(`${app?.origin}${path}`, {
    method,
    agent: false,
    headers: {
      "content-type": type,
      ...(length === undefined ? { "transfer-encoding": "chunked" } : { "content-length": length }),
      ...(user !== undefined && { authorization: `Bearer ${tokens.get(user)}` }),
    },
  });
  opened.push(call);
  // The server may close the connection before it has read everything.
  call.on("error", () => undefined);
  call.write("{");
  const answer = new Promise<IncomingMessage>((resolve) => call.once("response", resolve));
  return { call, answer };
}

async function bodyOf(answer: Promise<IncomingMessage>): Promise<unknown> {
  const response = await answer;
  return [response.statusCode, await json(response).catch(() => null)];
}

/** A body of unknown length counts as 30 MiB, the limit of the endpoint. */
const draft = () => begin("PUT", "/email/drafts/d1", { user: "anna" });
const tooMany = [429, expect.objectContaining({ code: "request.too_many" })];
const tooSlow = [408, expect.objectContaining({ code: "request.too_slow" })];

it("refuses large bodies of a user beyond 64 MiB, until others have ended", async () => {
  await start();
  const drafts = Array.from({ length: 10 }, draft);
  const refused = new Set<ClientRequest>();
  for (const { call, answer } of drafts) {
    void answer.then(({ statusCode }) => statusCode === 429 && refused.add(call));
  }
  await vi.waitFor(() => expect(refused.size).toBe(8));
  const search = (user: string) =>
    fetch(`${app?.origin}/email/search`, {
      method: "POST",
      headers: { authorization: `Bearer ${tokens.get(user)}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "boat" }),
    });
  expect((await search("ben")).status).toBe(200);
  expect(await bodyOf(draft().answer)).toEqual(tooMany);
  for (const { call } of drafts) call.destroy();
  await vi.waitFor(async () => {
    const { call, answer } = draft();
    call.end("}");
    expect((await answer).statusCode).toBe(400);
  });
});

it("accepts only small bodies without a session, and 4 MiB of them per address", async () => {
  await start();
  const length = limits.strangerBodyBytes;
  expect(await bodyOf(begin("POST", "/user/login", { length: length + 1 }).answer)).toEqual([
    413,
    expect.objectContaining({ code: "request.too_large" }),
  ]);
  const bytes = "application/octet-stream";
  const events = Array.from({ length: 5 }, () =>
    begin("POST", "/api/slack/events", { length: limits.requestBodyBytes, type: bytes }),
  );
  expect(await bodyOf(Promise.race(events.map(({ answer }) => answer)))).toEqual(tooMany);
  for (const { call } of events) call.destroy();
  await vi.waitFor(async () => {
    const { call, answer } = begin("POST", "/user/login", { length: 1 });
    call.end();
    expect((await answer).statusCode).toBe(400);
  });
  const calls = Array.from({ length: 65 }, () => begin("POST", "/user/login", { length }));
  expect(await bodyOf(Promise.race(calls.map(({ answer }) => answer)))).toEqual(tooMany);
});

it("refuses a body that stalls", async () => {
  const upload = await anUpload(await start({ idleMs: 50, lookEveryMs: 5 }), 100);
  for (const [method, path, type] of [
    ["POST", "/email/search", "application/json"],
    ["PATCH", upload, "application/octet-stream"],
  ] as const) {
    const { answer } = begin(method, path, { user: "anna", length: 100, type });
    expect(await bodyOf(answer), path).toEqual(tooSlow);
  }
});

it("limits the time for a body in memory to arrive, but not that of files", async () => {
  const running = await start({ wholeMs: 100, strangerMs: 20, lookEveryMs: 5 });
  const [large, small] = [await anUpload(running, 10_000), await anUpload(running, 1)];
  const begun = performance.now();
  const calls = [
    begin("POST", "/email/search", { user: "anna", length: 10_000 }),
    begin("POST", "/user/login", { length: 10_000 }),
  ];
  const type = "application/octet-stream";
  const file = begin("PATCH", large, { user: "anna", length: 10_000, type });
  const trickle = setInterval(() => {
    for (const { call } of [...calls, file]) call.write(" ");
  }, 2);
  for (const { answer } of calls) expect(await bodyOf(answer)).toEqual(tooSlow);
  expect(performance.now() - begun).toBeGreaterThan(100);
  clearInterval(trickle);
  const { call, answer } = begin("PATCH", small, { user: "anna", length: 1, type });
  call.end();
  expect(await bodyOf(answer)).toEqual([
    200,
    expect.objectContaining({ offset: 1, isComplete: true }),
  ]);
  expect(file.call.destroyed).toBe(false);
});

/** Sends a whole body. Status 400 means that its size was accepted, because the draft itself is invalid. */
async function sendDraft(user: string, bytes: number): Promise<number | undefined> {
  const { call, answer } = begin("PUT", "/email/drafts/d1", { user, length: bytes + 2 });
  call.end(`${" ".repeat(bytes)}}`);
  return (await answer).statusCode;
}

it("does not count claimed sizes against the large bodies of other users", async () => {
  await start({}, users);
  const MiB = 1024 * 1024;
  for (const user of users) {
    for (const length of [29 * MiB, 29 * MiB, 5 * MiB])
      begin("PUT", "/email/drafts/d1", { user, length });
  }
  expect(await sendDraft("anna", 100_000)).toBe(400);
});

it("ends the bodies of the user who holds the most when all together reach 256 MiB", async () => {
  await start({}, users);
  const refused: string[] = [];
  const piece = Buffer.alloc(28 * 1024 * 1024, " ");
  for (const user of users) {
    for (let body = 0; body < 2; body++) {
      const { call, answer } = begin("PUT", "/email/drafts/d1", {
        user,
        length: piece.length + 10,
      });
      void answer.then(({ statusCode }) => refused.push(`${user} ${statusCode}`));
      await new Promise((written) => call.write(piece, written));
    }
  }
  await vi.waitFor(() => expect(refused).toEqual([expect.stringMatching(/^u\d 503$/)]));
  expect(await sendDraft("anna", 5_000_000)).toBe(400);
});
