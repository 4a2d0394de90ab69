import { UserId } from "@inlet/contract/ids.ts";
import { expect, it, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import { fakeAuth, fakeServices } from "#/testing/fake-services.ts";
import { startApp } from "#/testing/http-app.ts";

const token = "ann";
const auth = fakeAuth(new Map([[token, UserId.parse("ann")]]));

/** Nothing comes of it until nobody waits for it any more. */
function heldRead() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const read = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => {
        reject(signal.reason as Error);
        // By then its error was handled.
        setImmediate(ended.resolve);
      });
      begun.resolve();
    });
  return { begun: begun.promise, ended: ended.promise, read };
}

it.each([
  ["POST", "/email/search", { query: "boat" }],
  ["POST", "/email/count", { query: "boat" }],
  ["GET", "/follow-ups", undefined],
])("breaks %s %s off when its caller is gone, and takes that for no error", async (...call) => {
  const [method, path, body] = call;
  const { begun, ended, read } = heldRead();
  const services = fakeServices({ auth });
  const log = createLog("silent");
  const errors = vi.spyOn(log, "error");
  await using app = await startApp(
    {
      ...services,
      search: (_userId, _query, signal) => read(signal),
      filing: { ...services.filing, count: (_userId, _matching, signal) => read(signal) },
      followUps: { ...services.followUps, list: (_userId, signal) => read(signal) },
    },
    { log },
  );
  const gone = new AbortController();
  const answer = fetch(`${app.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: gone.signal,
  });
  await begun;
  gone.abort();
  await expect(answer).rejects.toThrow("aborted");
  await ended;
  expect(errors).not.toHaveBeenCalled();
});
