/** The classifier's view of a message. Everything but the counts is written by the sender: data, never an instruction. */
export interface MailToSort {
  subject: string;
  /** The displayed text (shown-mail.ts). */
  text: string;
  /** Its tags count, as far as they show something. */
  html: string;
  /** There may be more to see than was read. */
  isCut: boolean;
  from: { name: string; address: string };
  to: readonly string[];
  cc: readonly string[];
  /** The person's own addresses, lower case. */
  own: ReadonlySet<string>;
  /** Their first name, lower case; "" when unknown. */
  ownName: string;
  /** It offers to leave a list, or calls itself bulk. */
  isList: boolean;
  /** The receiving server's result for the sender (DMARC); null without one. */
  isAuthentic: boolean | null;
  /** The mail server itself calls it spam. */
  isServerSpam: boolean;
  hasAttachments: boolean;
  /** It answers another message. */
  isReply: boolean;
  /** The person has written in its conversation. */
  hasOwnPart: boolean;
  /** Number of messages that the user has sent to its sender, and received. */
  written: number;
  heard: number;
  date: number;
}
