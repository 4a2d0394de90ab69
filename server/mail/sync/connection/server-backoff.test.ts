import { afterEach, describe, expect, test, vi } from "vitest";
import { type FakeImap, startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { shortMail } from "#/testing/fakes/imap/fake-account.ts";
import { startMailEngine, type TestEngine } from "#/testing/apps/mail-engine.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { ServerBackoff } from "./server-backoff.ts";
import { Traffic } from "./traffic-budget.ts";

vi.setConfig({ testTimeout: 30_000 });

const user = "person@example.org";
let servers: FakeImap[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
  servers = [];
});

async function aServer() {
  const server = await startFakeImap(profiles.exchange);
  servers.push(server);
  const mailbox = server.addMailbox(user);
  mailbox.append(mailbox.folder("INBOX"), shortMail("one"));
  return server;
}

async function stateOf({ database }: TestEngine) {
  const row = await database.reader.selectFrom("accounts").select("state").executeTakeFirst();
  return row?.state;
}

test.each([
  [
    "a time to stay away",
    /^(SELECT|EXAMINE)/,
    "TAG BAD Request is throttled. Suggested Backoff Time: 92415 milliseconds\r\n",
    92_415,
  ],
  [
    "too much traffic",
    /^UID FETCH/,
    "TAG NO [OVERQUOTA] Account exceeded command or bandwidth limits. (Failure)\r\n",
    60_000,
  ],
  ["its limit", /^LOGIN/, "TAG NO [LIMIT] Too many of you\r\n", 60_000],
  [
    "no mailbox behind the login",
    /^(LIST|EXAMINE|SELECT)/,
    "TAG BAD User is authenticated but not connected.\r\n",
    60_000,
  ],
] as const)(
  "a server that responds with %s is not contacted for that time",
  async (_name, command, reply, ms) => {
    const server = await aServer();
    server.answer(command, reply);
    await using engine = await startMailEngine();
    const before = Date.now();
    const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
    await engine.until(async () => (await stateOf(engine)) === "waiting");
    const pausedUntil = engine.supervisor.live(id)?.pausedUntil ?? 0;
    expect(pausedUntil).toBeGreaterThanOrEqual(before + ms);
    // During that time requests fail with the reason, and the server is not contacted.
    const commandCount = server.commands.length;
    await expect(engine.supervisor.lend(id, async () => "lent")).rejects.toMatchObject({
      kind: "throttled",
    });
    expect(await engine.supervisor.syncNow(engine.userId, id)).toBe("failed");
    expect(server.commands.length).toBe(commandCount);
  },
);

describe("the backoff that a server requested", () => {
  test("lasts as long as requested, and the longer of two requests applies", () => {
    const clock = { at: 1000, now: () => clock.at };
    const serverBackoff = new ServerBackoff(clock);
    serverBackoff.note(new WireError("throttled", { retryAfterMs: 5000 }));
    serverBackoff.note(new WireError("throttled", { retryAfterMs: 10 }));
    serverBackoff.note(new WireError("closed"));
    expect(serverBackoff.until).toBe(6000);
    expect(() => serverBackoff.check()).toThrow(WireError);
    clock.at = 6000;
    expect(serverBackoff.until).toBe(0);
    expect(() => serverBackoff.check()).not.toThrow();
  });
});

describe("the bytes of a day", () => {
  const day = 24 * 3600_000;
  async function aCounter(
    engine: TestEngine,
    accountId: Parameters<TestEngine["supervisor"]["live"]>[0],
  ) {
    const clock = { at: 20_000 * day + day / 2, now: () => clock.at };
    const start = async () => {
      const traffic = new Traffic({ ...engine.mail, clock }, { userId: engine.userId, accountId });
      await traffic.load("imap.gmail.com");
      return traffic;
    };
    return { clock, start };
  }

  test("are counted across restarts, and stop the sync of older mail before Gmail does", async () => {
    const server = await aServer();
    await using engine = await startMailEngine();
    const { id } = await engine.addAccount({ mail: user, pass: "secret", imapPort: server.port });
    const { clock, start } = await aCounter(engine, id);
    const traffic = await start();
    await traffic.count(1_900_000_000);
    expect(traffic.isLean).toBe(false);
    await traffic.count(200_000_000);
    expect(traffic.isLean).toBe(true);
    expect(() => traffic.check()).not.toThrow();

    const again = await start();
    expect(again.bytesToday).toBe(2_100_000_000);
    await again.count(300_000_000);
    expect(() => again.check()).toThrow(WireError);

    clock.at += day / 2;
    expect(again.bytesToday).toBe(0);
    expect(again.isLean).toBe(false);
    expect(() => again.check()).not.toThrow();
  });
});
