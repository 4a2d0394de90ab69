/** The classifier's view of a message. Everything but the counts is written by the sender: data, never an instruction. */
export interface MailToClassify {
  subject: string;
  /** The displayed text (shown-mail.ts). */
  text: string;
  /** The visible part of the HTML, whose tags are features. */
  html: string;
  /** True if the message was not read completely. */
  isCut: boolean;
  from: { name: string; address: string };
  to: readonly string[];
  cc: readonly string[];
  /** The user's own addresses, in lower case. */
  own: ReadonlySet<string>;
  /** The user's first name in lower case; "" if unknown. */
  ownName: string;
  /** True if the message offers to unsubscribe or is marked as bulk. */
  isList: boolean;
  /** The receiving server's result for the sender (DMARC); null without one. */
  isAuthentic: boolean | null;
  /** True if the mail server classified it as spam. */
  isServerSpam: boolean;
  hasAttachments: boolean;
  /** True if it is a reply to another message. */
  isReply: boolean;
  /** True if the user has written in its thread. */
  hasOwnPart: boolean;
  /** Number of messages that the user has sent to its sender, and received. */
  written: number;
  incoming: number;
  date: number;
}
