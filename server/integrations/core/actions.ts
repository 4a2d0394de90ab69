import type { MessageId, UserId } from "@inlet/contract/ids.ts";

/** An action on a user's mail. `onceKey` identifies the request: the same key is applied once. */
interface MailAction {
  userId: UserId;
  emailId: MessageId;
  onceKey: string;
}

/** Actions on a mail that a user has in a chat. Each fails as its endpoint does. */
export interface MailActions {
  archive: (action: MailAction) => Promise<void>;
  /** Snoozes the message until 8:00 in the user's time zone. */
  snooze: (action: MailAction) => Promise<void>;
  /** Returns a summary of a few sentences. */
  summarize: (about: Pick<MailAction, "userId" | "emailId">) => Promise<string>;
  /** Returns the addresses that a reply goes to: the mail may ask for others than its sender. */
  recipients: (about: Pick<MailAction, "userId" | "emailId">) => Promise<string[]>;
  /** Sends a reply with this text; returns the addresses of its recipients. */
  reply: (action: MailAction & { text: string }) => Promise<string[]>;
}
