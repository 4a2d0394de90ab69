import type { ImapConnection } from "./connection.ts";
import { keptFlags } from "./fetch/scanned.ts";
import { toUidSets } from "./uid-set.ts";

/** Returns the flags of messages in the open folder; missing messages are left out. */
export async function flagsOf(
  connection: ImapConnection,
  uids: readonly number[],
): Promise<{ uid: number; flags: string[] }[]> {
  const found: { uid: number; flags: string[] }[] = [];
  for (const set of toUidSets(uids)) {
    await connection.command(async (client, wind) => {
      for await (const { uid, flags } of client.fetch(
        set,
        { uid: true, flags: true },
        { uid: true },
      )) {
        wind();
        if (flags) found.push({ uid, flags: keptFlags(flags) });
      }
    });
  }
  return found;
}
