import { setTimeout } from "node:timers/promises";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { TestEngine } from "#/testing/apps/mail-engine.ts";
import { differences } from "./folder-truth.ts";
import { OwnHand } from "./imap-driver.ts";
import { seededRandom } from "./random.ts";
import type { TrackedServer } from "./tracked-server.ts";
import { truthHere, waitingHere } from "./local-truth.ts";
import { Workload } from "./workload.ts";

export interface Tracking {
  seed: number;
  /** Number of rounds in which other clients work and then rest. */
  bursts: number;
  /** Number of their actions in one round. */
  steps: number;
  /** Maximum time for the two sides to agree while they rest. */
  withinMs: number;
}

/**
 * Lets other clients work on the mailbox while the engine syncs it and the user files mail here. Whenever they rest, the local
 * state must converge to the server's: every folder, UID, flag and Message-ID. Once the engine reports that it is settled, the
 * two must be equal. With every other seed no client destroys anything: then nothing may be lost on the server either. Throws
 * with the seed, the difference and the story.
 */
export async function track(
  engine: TestEngine,
  account: AccountRow,
  server: TrackedServer,
  { seed, bursts, steps, withinMs }: Tracking,
): Promise<void> {
  const isGentle = seed % 2 === 1;
  const random = seededRandom(seed);
  await using workload = new Workload(server, random, { isGentle });
  const mayMove = server.canUidExpunge;
  const { story } = workload;
  const mayDelete = mayMove && !isGentle;
  const hand = new OwnHand(engine, account, { random, story, mayMove, mayDelete });
  const compare = async () => {
    const here = await truthHere(engine.database, account);
    return differences(await server.truth(), here);
  };
  for (let burst = 0; burst < bursts; burst++) {
    story.push(`burst ${burst}`);
    for (let step = 0; step < steps; step++) {
      await workload.step();
      if (random.chance(0.4)) await hand.step();
    }
    const reportLeft = async (what: string, left: string[]) => {
      const waiting = await waitingHere(engine.database, account);
      const lines = [`seed ${seed}, burst ${burst}, ${what}:`, ...left, ...waiting, ""];
      return new Error([...lines, ...story.slice(-90)].join("\n"));
    };
    const end = performance.now() + withinMs;
    let left = await compare();
    while (left.length > 0) {
      if (performance.now() > end) throw await reportLeft("differs", left);
      await engine.supervisor.syncNow(account.user_id, account.id);
      await setTimeout(50);
      left = await compare();
    }
    while (!(await engine.supervisor.settled(account.id))) {
      if (performance.now() > end) throw await reportLeft("does not settle", await compare());
      await setTimeout(50);
    }
    left = await compare();
    if (left.length > 0) throw await reportLeft("says that it is settled, and differs", left);
    const lost = isGentle ? await lostMail(server, workload.appended) : [];
    if (lost.length > 0) throw await reportLeft("has lost mail", lost);
  }
}

async function lostMail(server: TrackedServer, appended: readonly string[]): Promise<string[]> {
  const folders = [...(await server.truth()).values()];
  const there = new Set(
    folders.flatMap(({ messages }) => [...messages.values()].map(({ messageId }) => messageId)),
  );
  return appended.filter((messageId) => !there.has(messageId));
}
