import type { ImapConnection } from "#/wire/imap/connection.ts";
import { toUidSets } from "#/wire/imap/uid-set.ts";

/** imapflow's own method for sending any command, which it does not declare. The version is pinned. */
interface RawClient {
  exec: (command: string, attributes: unknown[]) => Promise<{ next: () => void }>;
}

/** Returns true if labels are Gmail's rather than keywords. */
export function isGmail({ capabilities }: ImapConnection): boolean {
  return capabilities.has("X-GM-EXT-1");
}

/** Adds and removes Gmail labels, encoded like folder names (RFC 3501, 5.1.3), on messages of the open folder. */
export async function storeGmailLabels(
  connection: ImapConnection,
  uids: readonly number[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  for (const set of toUidSets(uids)) {
    for (const [item, labels] of [
      ["+X-GM-LABELS", add],
      ["-X-GM-LABELS", remove],
    ] as const) {
      if (labels.length === 0) continue;
      await connection.command(async (client) => {
        // Safe: see RawClient.
        const response = await (client as unknown as RawClient).exec("UID STORE", [
          { type: "SEQUENCE", value: set },
          { type: "ATOM", value: item },
          labels.map((value) => ({ type: "STRING", value })),
        ]);
        response.next();
      });
    }
  }
}

/** Returns the keywords that the open folder does not store (PERMANENTFLAGS, RFC 3501, 7.1). */
export async function unkeptKeywords(
  connection: ImapConnection,
  keywords: readonly string[],
): Promise<string[]> {
  return connection.command(async (client) => {
    const kept = client.mailbox ? client.mailbox.permanentFlags : undefined;
    if (kept === undefined || kept.has("\\*")) return keywords.filter(isTooLong);
    const known = new Set([...kept].map((flag) => flag.toLowerCase()));
    return keywords.filter((keyword) => isTooLong(keyword) || !known.has(keyword.toLowerCase()));
  });
}

/** Returns true for keywords that Dovecot rejects and other servers truncate. */
function isTooLong(keyword: string): boolean {
  return keyword.length > 50;
}
