import type { ImapConnection } from "./connection.ts";
import { scanned } from "./fetch/scanned.ts";
import { toUidSets } from "./uid-set.ts";

/** Properties that show if a UID still names the same message. */
export interface Identity {
  /** The unparsed header field; "" if absent. */
  messageIdField: string;
  sizeBytes: number;
  internalDate: number;
}

/** Returns the identities of messages in the open folder; missing messages are left out. */
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
