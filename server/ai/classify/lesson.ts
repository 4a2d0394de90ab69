import type { Category, Priority } from "@inlet/contract/email.ts";

/** What a correction keeps of its message to be replayed when the message is gone: numbers, and its sender for urgency. */
export interface LessonFacts {
  /** Of the features that the places are of. */
  form: number;
  /** Places and values in turn. */
  at: [number, number][];
  /** What everybody's weights say. */
  scores: Record<string, number>;
  spam: number;
  spamFrom: number;
  signals: [string, number][];
  urgency: number;
}

/** What was said of a message, and what was kept of it. */
export interface Lesson {
  category: Category | "";
  priority: Priority | "";
  facts: LessonFacts;
}
