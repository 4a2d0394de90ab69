import type { MessageId } from "@inlet/contract/ids.ts";

/** A mailbox of an address field. */
export interface TakenAddress {
  name: string;
  address: string;
}

/** What of a parsed message is stored. */
export interface TakenMessage {
  messageId: string;
  inReplyTo: string;
  references: string[];
  from: TakenAddress[];
  to: TakenAddress[];
  cc: TakenAddress[];
  bcc: TakenAddress[];
  replyTo: TakenAddress[];
  subject: string;
  text: string;
  html: string;
  /** Of its files; absent when there is none. */
  attachedText?: string;
  preview: string;
  remoteImages: number;
  /** What the header tells besides, kept as JSON. */
  signs: object;
  notice: string;
  /** What it says of an event; absent when it says nothing of any. */
  calendar?: TakenCalendar;
}

/** What of an event is looked for; all that there is of it is kept as JSON. */
interface TakenCalendar {
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

/** A message of which nothing could be read. */
export function emptyMessage(notice: string): TakenMessage {
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

export interface TakenAttachment {
  part: string;
  filename: string;
  type: string;
  sizeBytes: number;
  contentId: string;
  isInline: boolean;
  /** Name of the blob; "" while only the mail server has it. */
  sha256: string;
}

/** Plain words separated by spaces, as search/words.ts makes them. */
export interface WordColumns {
  sender: string;
  recipients: string;
  subject: string;
  body: string;
}

/** One message of a folder, ready to be stored. */
export interface TakeIn {
  uid: number;
  flags: string[];
  internalDate: number;
  sizeBytes: number;
  /** Arrived while the folder was watched, as against found by the first pass. */
  isLive: boolean;
  message: TakenMessage;
  attachments: TakenAttachment[];
  words: WordColumns;
  /** What it is found by besides, as search/marks.ts makes them. */
  marks: string[];
  /** From one of the user's own addresses. */
  isOwn: boolean;
  /** Equal for the same mail in several accounts; "" when nothing tells. */
  twinKey: string;
  /** The server's own id of the message in all its folders (RFC 8474, or Gmail's). */
  providerId?: string;
  /** The ids that tie the message to its thread, its own first. */
  threadKeys: string[];
}

export interface TakenIn {
  messageId: MessageId;
  isNew: boolean;
  /** The server was told something of it since it was asked: its flags were left as they are. */
  isDoubtful?: true;
}
