import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { AppOptions } from "#/http/app.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";

const token = "a-token-of-twenty-letters";

/** Returns the status of `/metrics` for these headers, over HTTP/1.1. */
async function statusOf(
  options: Partial<AppOptions>,
  headers: Record<string, string> = {},
): Promise<number> {
  await using app = await startRealApp("sqlite", { http: options });
  const asked = request(`${app.origin}/metrics`, { headers }).end();
  // The first argument of the event is the response.
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  const body = await text(answer);
  const isExposed = body.includes("process_cpu_seconds_total");
  expect([answer.statusCode, isExposed]).toEqual([isExposed ? 200 : 403, isExposed]);
  if (!isExposed) expect(JSON.parse(body)).toMatchObject({ code: "metrics.closed" });
  return answer.statusCode ?? 0;
}

describe("metrics", () => {
  it("can be read with the token from any address, and not without it", async () => {
    const options = { metricsToken: token };
    expect(await statusOf(options, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf(options)).toBe(403);
    expect(await statusOf(options, { authorization: `Bearer ${token}x` })).toBe(403);
    expect(await statusOf(options, { authorization: `Basic ${token}` })).toBe(403);
    expect(
      await statusOf(
        { ...options, trustProxy: ["127.0.0.1"] },
        {
          authorization: `Bearer ${token}`,
          "x-forwarded-for": "198.51.100.7",
        },
      ),
    ).toBe(200);
  });

  it("are for this machine only without a configured token", async () => {
    expect(await statusOf({})).toBe(200);
    expect(await statusOf({ publicUrl: "http://localhost:3000" })).toBe(200);
  });

  it.each([
    ["a proxy says whom it calls for", {}, { "x-forwarded-for": "198.51.100.7" }],
    ["a caller says to be this machine", {}, { "x-forwarded-for": "127.0.0.1" }],
    ["a proxy names itself", {}, { via: "1.1 proxy" }],
    ["a proxy speaks RFC 7239", {}, { forwarded: "for=127.0.0.1" }],
    ["a proxy is trusted", { trustProxy: ["127.0.0.1"] }, {}],
    ["people come by another name", { publicUrl: "https://mail.example.org" }, {}],
    ["a page elsewhere asks by a name that leads here", {}, { host: "rebind.example:3000" }],
    ["no host is named as one", {}, { host: "127.0.0.1@rebind.example" }],
  ])("are refused without a token when %s", async (_when, options, headers) => {
    expect(await statusOf(options, headers)).toBe(403);
  });

  it("are refused to a proxy that adds no headers and speaks HTTP/1.0 as nginx does", async () => {
    await using app = await startRealApp("sqlite");
    const { hostname, port } = new URL(app.origin);
    const socket = connect(Number(port), hostname);
    socket.write(`GET /metrics HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /);
  });
});
