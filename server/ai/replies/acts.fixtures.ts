import type { Act } from "./acts.ts";

/** A message written for this project, by an invented sender, with the facts an answer must know. */
export interface ActFixture {
  /** `held` is for scoring only and uses different wording; rules are developed with `dev`. */
  split: "dev" | "held";
  from: string;
  address?: string;
  subject: string;
  text: string;
  /** Null for a message that a machine sent to many, which gets no suggestions. */
  act: Act | null;
  language?: "en" | "de";
  /** Slots whose value must match exactly. The value of any other slot must be text of the message. */
  slots?: Readonly<Record<string, string>>;
  hasUnsubscribe?: boolean;
}

type Mail = readonly [from: string, subject: string, text: string, more?: Partial<ActFixture>];

/** Returns the messages of one act in one split. */
export function messagesOf(
  split: ActFixture["split"],
  act: Act | null,
  messages: readonly Mail[],
): ActFixture[] {
  return messages.map(([from, subject, text, more]) => ({
    split,
    act,
    from,
    subject,
    text,
    ...more,
  }));
}
