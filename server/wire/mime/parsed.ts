import type { FoundCalendar } from "./calendar-part.ts";
import type { MessageSigns } from "./signs.ts";
import type { Address } from "./addresses.ts";

/** One message as parsed from its source. Ids have no angle brackets; absent texts are "". */
export interface ParsedMessage {
  messageId: string;
  inReplyTo: string;
  references: string[];
  from: Address[];
  to: Address[];
  cc: Address[];
  bcc: Address[];
  replyTo: Address[];
  subject: string;
  /** The Date field in milliseconds; null if invalid. */
  sentDate: number | null;
  text: string;
  html: string;
  /** The first 200 visible characters. */
  preview: string;
  /** Number of distinct remote images in the HTML. */
  remoteImages: number;
  attachments: ParsedAttachment[];
  /** Searchable text of the attachments, without markup; absent if empty. */
  attachedText?: string;
  signs: MessageSigns;
  /** The unreadable parts, in one sentence; "" if everything was read. */
  notice: string;
  /** The event of an invitation or a reply, with its calendar as received. */
  calendar?: FoundCalendar;
}

export interface ParsedAttachment {
  /** IMAP part number (RFC 3501, 6.4.5). */
  part: string;
  filename: string;
  type: string;
  sizeBytes: number;
  /** The Content-ID without angle brackets. */
  contentId: string;
  isInline: boolean;
  /** Null if only the structure was fetched. */
  content: Uint8Array | null;
}
