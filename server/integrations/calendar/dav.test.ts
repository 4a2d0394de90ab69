import { createServer, type RequestListener } from "node:http";
import { expect, test } from "vitest";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";
import { openDav } from "./dav.ts";

const core = { egress: egressToLoopback(), clock: { now: () => Date.UTC(2026, 10, 22) } };
const login = { user: "ben", password: "secret" };

/** Returns the result of asking a calendar whose server responds like this. */
async function asked(
  answer: RequestListener,
  limits: { timeoutMs?: number } = {},
  ask: (dav: ReturnType<typeof openDav>, url: string) => Promise<unknown> = (dav, url) =>
    dav.within(url, { from: 0, to: 1 }),
) {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const place = server.address();
  if (place === null || typeof place === "string") throw new Error("It does not listen.");
  try {
    const url = `http://127.0.0.1:${place.port}/work/`;
    return await ask(openDav(core, login, limits), url).catch((error: unknown) => error);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("reads from Retry-After how long a server wants no requests, in seconds or as a date", async () => {
  const seconds = await asked((_request, response) => {
    response.writeHead(429, { "retry-after": "120" }).end();
  });
  expect(seconds).toMatchObject({ name: "DavRefusal", status: 429, waitMs: 120_000 });
  const date = await asked((_request, response) => {
    response.writeHead(503, { "retry-after": "Sun, 22 Nov 2026 00:05:00 GMT" }).end();
  });
  expect(date).toMatchObject({ name: "DavRefusal", status: 503, waitMs: 300_000 });
});

test("aborts a request to a server that does not respond in time", async () => {
  let asks = 0;
  const silent = await asked(() => void asks++, { timeoutMs: 200 });
  expect(asks).toBe(1);
  expect(silent).toBeInstanceOf(Error);
  expect(String(silent)).not.toContain(login.password);
});

test.each([
  ["1, calendar-access, calendar-auto-schedule", true],
  ["1, calendar-access", false],
])("a server that notifies guests itself announces it: %s", async (expected, notifies) => {
  const asks: unknown[] = [];
  const answer = await asked(
    (request, response) => {
      asks.push(request.method, request.headers.authorization !== undefined);
      response.writeHead(200, { dav: expected }).end();
    },
    {},
    (dav, url) => dav.notifiesGuests(url),
  );
  expect(answer).toBe(notifies);
  expect(asks).toEqual(["OPTIONS", true]);
});
