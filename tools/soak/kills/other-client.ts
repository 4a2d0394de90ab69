import { randomUUID } from "node:crypto";
import { openPlainImap } from "../../../server/testing/fakes/plain-imap.ts";
import { seededRandom } from "../../../server/testing/faults/tracking/random.ts";
import { source, type World } from "./world.ts";

/**
 * Reports whether a message belongs to the other mail client, which every fourth does; the user of Inlet does not change those.
 */
export function isTheirs(n: number): boolean {
  return n % 4 === 3;
}

/** Works as another mail client and delivers new mail until stopped. */
export async function workInOtherClient(world: World, isOver: () => boolean): Promise<void> {
  const random = seededRandom(world.random.below(2 ** 31));
  await using client = await openPlainImap({ ...world.login, port: world.login.imapPort });
  await client.run("SELECT INBOX");
  while (!isOver()) {
    await arrive(world);
    const theirs = 3 + 4 * random.below(14);
    const [found = ""] = await client.run(
      `UID SEARCH HEADER Message-ID "<m${theirs}@example.net>"`,
    );
    const uid = /\d+/.exec(found)?.[0];
    // This client moved the message before.
    if (uid === undefined) continue;
    if (random.chance(0.2)) await client.run(`UID MOVE ${uid} Archive`);
    else {
      const flag = random.pick(["\\Seen", "\\Flagged", "\\Answered", "Theirs"]) ?? "";
      await client.run(`UID STORE ${uid} ${random.pick(["+", "-"])}FLAGS.SILENT (${flag})`);
    }
  }
}

async function arrive({ dovecot, login, arrived }: World): Promise<void> {
  const id = `new-${randomUUID()}`;
  await dovecot.deliver(login.user, source(id, `arrived ${arrived.length}`));
  arrived.push(`${id}@example.net`);
}
