import { afterEach, expect, test, vi } from "vitest";
import { failureOf, fakeAccount } from "#/testing/fakes/imap/fake-account.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";

// The numbers refer to the rows of docs/imap-quirks.md.

afterEach(() => {
  vi.useRealTimers();
});

const timeoutMs = 60_000;
/** Some routers drop an idle connection after nine minutes. */
const underNineMinutes = 8.5 * 60_000;

test("43: IDLE restarts within nine minutes, and a connection that died in between is noticed", async () => {
  await using account = await fakeAccount(profiles.plain);
  const connection = await account.connect({ timeoutMs });
  await connection.select("INBOX", { readOnly: true });
  const { server } = account;
  const idles = () => server.commands.filter((command) => command === "IDLE").length;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const idle = failureOf(connection.idle(() => undefined, new AbortController().signal));
  await vi.waitUntil(() => idles() === 1);
  await vi.advanceTimersByTimeAsync(underNineMinutes);
  await vi.waitUntil(() => idles() === 2);

  // From here on nothing arrives, without an error.
  server.rewrite = () => "";
  await vi.advanceTimersByTimeAsync(underNineMinutes);
  await vi.advanceTimersByTimeAsync(timeoutMs);
  expect(await idle).toBe("closed");
});
