import type { MessageId, UserId } from "@inlet/contract/ids.ts";

/** Which mail of whom, and under what name it is asked for: the same name twice is done once. */
interface MailAction {
  userId: UserId;
  emailId: MessageId;
  onceKey: string;
}

/** What a person can do with a mail from a chat. Each fails as its endpoint does. */
export interface MailActions {
  archive: (action: MailAction) => Promise<void>;
  /** Out of the inbox until eight in the morning, by the clock on the person's wall. */
  snooze: (action: MailAction) => Promise<void>;
  /** What it says, in a few sentences. */
  summarize: (about: Pick<MailAction, "userId" | "emailId">) => Promise<string>;
  /** The addresses that an answer goes to: whom the mail asks to write to is not always whom it is from. */
  recipients: (about: Pick<MailAction, "userId" | "emailId">) => Promise<string[]>;
  /** Sends this text to those; answers their addresses. */
  reply: (action: MailAction & { text: string }) => Promise<string[]>;
}
