import type { Category, Priority } from "@inlet/contract/mail/email.ts";

/**
 * The data of a message that a correction stores, to be replayed once the message is deleted: numbers, and the sender for
 * urgency.
 */
export interface ExampleFacts {
  /** Version of the features that the slots belong to. */
  form: number;
  /** Pairs of slot and value. */
  at: [number, number][];
  /** Scores by the base model's weights. */
  scores: Record<string, number>;
  spam: number;
  spamFrom: number;
  signals: [string, number][];
  urgency: number;
}

/** A correction by the user, with the stored data of its message. */
export interface TrainingExample {
  category: Category | "";
  priority: Priority | "";
  facts: ExampleFacts;
}
