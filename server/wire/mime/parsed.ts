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
  /** The Date field in milliseconds, null when it cannot be read. */
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
  /** The event that it invites to, or says something of, and the calendar as it came. */
  calendar?: FoundCalendar;
}

export interface ParsedAttachment {
  /** IMAP part number (RFC 3501, 6.4.5). */
  part: string;
  filename: string;
  type: string;
  sizeBytes: number;
  /** Without angle brackets. */
  contentId: string;
  isInline: boolean;
  /** Null when only the structure is known. */
  content: Uint8Array | null;
}
