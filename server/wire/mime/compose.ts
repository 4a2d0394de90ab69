import type { Address } from "./parsed.ts";

export interface Draft {
  from: Address;
  to: Address[];
  cc: Address[];
  bcc: Address[];
  subject: string;
  text: string;
  html?: string;
  /** Ids without angle brackets. */
  inReplyTo?: string;
  references?: string[];
  messageId: string;
  date: number;
  attachments: { filename: string; type: string; content: Uint8Array }[];
}

export interface Composed {
  raw: Buffer;
  envelope: { from: string; to: string[] };
}

/** Writes the message (RFC 5322); Bcc stands in the envelope alone. */
export async function composeMessage(draft: Draft): Promise<Composed> {
  throw new Error("in the making");
}
