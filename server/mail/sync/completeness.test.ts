import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { track } from "#/testing/faults/tracking/track.ts";
import {
  trackedFake,
  trackedReal,
  type TrackedServer,
  truthfulDovecot,
} from "#/testing/faults/tracking/tracked-server.ts";

/** Printed with each difference; the same seed repeats the same run. */
const seed = Number(process.env["INLET_TEST_SEED"] ?? Math.floor(Math.random() * 1e9));
const user = "person@example.org";
const effort = { seed, bursts: 3, steps: 14, withinMs: 15_000 };

async function watch(server: TrackedServer): Promise<void> {
  await using engine = await startMailEngine({ retryMs: 200 });
  const { login } = server;
  const account = await engine.addAccount({
    mail: user,
    pass: login.pass,
    imapPort: login.port,
  });
  await track(engine, account, server, effort);
}

describe("the local state converges to the server's, through any changes by other clients", () => {
  let dovecot: TestDovecot;
  beforeAll(async () => {
    const users = [{ name: user, pass: "secret" }];
    dovecot = await startDovecot({ users, settings: truthfulDovecot });
  });
  afterAll(() => dovecot.stop());

  test("with Dovecot", async () => {
    await watch(trackedReal({ port: dovecot.imapPort, user, pass: "secret" }));
  });

  for (const name of [
    "plain",
    "gmail",
    "exchange",
    "yahoo",
    "qq",
    "noCondstore",
    "courier",
  ] as const) {
    test(`with ${name}`, async () => {
      await using server = await startFakeImap(profiles[name]);
      const mailbox = server.addMailbox(user);
      await watch(trackedFake(server, user, mailbox));
      expect(server.commands.length).toBeGreaterThan(0);
    });
  }
});
