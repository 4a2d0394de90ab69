import type { ImapConnection } from "./connection.ts";
import { scanned } from "./scanned.ts";
import { toUidSets } from "./uid-set.ts";

/** What tells whether a UID still names the message that it named. */
export interface Identity {
  /** The header field as it stands there; "" without one. */
  messageIdField: string;
  sizeBytes: number;
  internalDate: number;
}

/** Of messages of the open folder; what is not there is left out. */
export async function identitiesOf(
  connection: ImapConnection,
  uids: readonly number[],
): Promise<Map<number, Identity>> {
  const found = new Map<number, Identity>();
  const query = { uid: true, headers: ["message-id"], size: true, internalDate: true };
  for (const set of toUidSets(uids)) {
    await connection.command(async (client, wind) => {
      for await (const message of client.fetch(set, query, { uid: true })) {
        wind();
        const { uid, sizeBytes, internalDate } = scanned(message);
        const messageIdField = message.headers?.toString("utf8").replaceAll(/\r?\n(?=[ \t])/g, "");
        found.set(uid, { messageIdField: messageIdField ?? "", sizeBytes, internalDate });
      }
    });
  }
  return found;
}
