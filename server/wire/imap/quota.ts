import type { ImapFlow } from "imapflow";

/** Used and available space of a mailbox. */
export interface Quota {
  usedBytes: number;
  limitBytes: number;
}

/** Returns the quota of the inbox's root (RFC 9208); null if it has none. */
export async function readQuota(client: ImapFlow): Promise<Quota | null> {
  const answer = await client.getQuota("INBOX");
  if (!answer || answer.storage?.limit === undefined) return null;
  return { usedBytes: answer.storage.usage ?? 0, limitBytes: answer.storage.limit };
}
