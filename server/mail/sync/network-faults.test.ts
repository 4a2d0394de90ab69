import { readdir, readlink } from "node:fs/promises";
import { expect, test, vi } from "vitest";
import { startDovecot } from "#/testing/fakes/dovecot.ts";
import { startFakeImap } from "#/testing/fakes/imap/fake-imap.ts";
import { profiles } from "#/testing/fakes/imap/profiles.ts";
import { faultTrials, tryFault } from "#/testing/faults/tracking/fault-trial.ts";
import { seededRandom } from "#/testing/faults/tracking/random.ts";
import {
  trackedFake,
  trackedReal,
  type TrackedServer,
} from "#/testing/faults/tracking/tracked-server.ts";

vi.setConfig({ testTimeout: 90_000 });

/** Printed with a failure; the same number selects the same sample. */
const seed = Number(process.env["INLET_TEST_SEED"] ?? Math.floor(Math.random() * 1e9));
const user = "person@example.org";
const pass = "secret";

async function withDovecot(work: (server: TrackedServer) => Promise<void>): Promise<void> {
  await using dovecot = await startDovecot({ users: [{ name: user, pass }], tls: true });
  await work(trackedReal({ port: dovecot.imapPort, user, pass }, { hasTls: true }));
}

async function withFake(
  name: "plain" | "noCondstore",
  work: (server: TrackedServer) => Promise<void>,
): Promise<void> {
  await using server = await startFakeImap(profiles[name]);
  await work(trackedFake(server, user, server.addMailbox(user)));
}

const lend: ((work: (server: TrackedServer) => Promise<void>) => Promise<void>)[] = [
  withDovecot,
  (work) => withFake("plain", work),
  (work) => withFake("noCondstore", work),
];

/** Counts sockets and files. A parser thread stays for the next engine, and its descriptors are of other kinds. */
async function openFiles(): Promise<number> {
  const targets = (await readdir("/proc/self/fd")).map((name) =>
    readlink(`/proc/self/fd/${name}`).catch(() => ""),
  );
  return (await Promise.all(targets)).filter((target) => /^(socket:|\/(?!dev\/))/.test(target))
    .length;
}

test("after a network fault everything is in sync again and no connection or file stays open", async () => {
  const random = seededRandom(seed);
  const before = await openFiles();
  // Concurrently: each attempt mostly waits for a deadline.
  const tried = await Promise.all(
    lend.flatMap((withServer) =>
      [1, 2].map(async () => {
        const trial = random.pick(faultTrials);
        if (trial === undefined) return;
        await withServer((server) => tryFault(server, trial, { seed, withinMs: 75_000 }));
      }),
    ),
  );
  expect(tried).toHaveLength(6);
  await expect.poll(openFiles, { timeout: 5000 }).toBeLessThanOrEqual(before + 4);
});
