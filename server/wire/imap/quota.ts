import type { ImapFlow } from "imapflow";

/** How much of the mailbox is used. */
export interface Quota {
  usedBytes: number;
  limitBytes: number;
}

/** The quota of the inbox's root (RFC 9208); null where there is none. */
export async function readQuota(client: ImapFlow): Promise<Quota | null> {
  const answer = await client.getQuota("INBOX");
  if (!answer || answer.storage?.limit === undefined) return null;
  return { usedBytes: answer.storage.usage ?? 0, limitBytes: answer.storage.limit };
}
