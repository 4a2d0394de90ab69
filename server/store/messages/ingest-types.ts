import type { MessageId } from "@inlet/contract/ids.ts";

/** A mailbox of an address field. */
export interface IncomingAddress {
  name: string;
  address: string;
}

/** The stored parts of a parsed message. */
export interface IncomingContent {
  messageId: string;
  inReplyTo: string;
  references: string[];
  from: IncomingAddress[];
  to: IncomingAddress[];
  cc: IncomingAddress[];
  bcc: IncomingAddress[];
  replyTo: IncomingAddress[];
  subject: string;
  text: string;
  html: string;
  /** Text of its attachments; absent if it has none. */
  attachedText?: string;
  preview: string;
  remoteImages: number;
  /** Further facts from the header, stored as JSON. */
  signs: object;
  notice: string;
  /** The event it is about; absent without one. */
  calendar?: IncomingCalendar;
}

/** The searchable parts of an event; all of it is stored as JSON. */
interface IncomingCalendar {
  uid: string;
  recurrenceId: string;
  method: string;
  start: { at: number } | null;
  end: { at: number } | null;
  recurrence: object | null;
  organiser: { address: string } | null;
  sequence: number;
  stampedAt: number;
  source: string;
}

/** Returns a message for a source that could not be parsed at all. */
export function emptyMessage(notice: string): IncomingContent {
  return {
    messageId: "",
    inReplyTo: "",
    references: [],
    from: [],
    to: [],
    cc: [],
    bcc: [],
    replyTo: [],
    subject: "",
    text: "",
    html: "",
    preview: "",
    remoteImages: 0,
    signs: {},
    notice,
  };
}

export interface IncomingAttachment {
  part: string;
  filename: string;
  type: string;
  sizeBytes: number;
  contentId: string;
  isInline: boolean;
  /** Name of the blob; "" while only the mail server has it. */
  sha256: string;
}

/** Plain words separated by spaces, as search/words.ts returns them. */
export interface WordColumns {
  sender: string;
  recipients: string;
  subject: string;
  body: string;
}

/** One message of a folder, ready to be stored. */
export interface IncomingMessage {
  uid: number;
  flags: string[];
  internalDate: number;
  sizeBytes: number;
  /** True if it arrived while the folder was watched, and was not found by the first sync. */
  isLive: boolean;
  message: IncomingContent;
  attachments: IncomingAttachment[];
  words: WordColumns;
  /** Further search terms, as search/marks.ts computes them. */
  marks: string[];
  /** True if sent from one of the user's own addresses. */
  isOwn: boolean;
  /** Equal for duplicate messages in several accounts; "" if duplicates cannot be recognized. */
  duplicateKey: string;
  /** The server's id of the message in all its folders (RFC 8474, or Gmail's). */
  providerId?: string;
  /** The ids that tie the message to its thread, its own first. */
  threadKeys: string[];
}

export interface IngestResult {
  messageId: MessageId;
  isNew: boolean;
  /** A change was pushed since the request: the flags were left unchanged. */
  isDoubtful?: true;
}
