import type { Act } from "./acts.ts";

/** A pattern that indicates what a sentence does. */
export interface Cue {
  act: Act;
  weight: number;
  pattern: RegExp;
  /** True if it counts only when the sentence, or an adjacent one, names a date or time. */
  needsDate?: true;
  /** True if it counts only in a question. */
  needsQuestion?: true;
  /** True if it counts only in a question or proposal. */
  needsProposal?: true;
}
