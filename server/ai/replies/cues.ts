import type { Act } from "./acts.ts";

/** Words that give away what a sentence does. */
export interface Cue {
  act: Act;
  weight: number;
  pattern: RegExp;
  /** It counts only where the sentence, or one beside it, names a day or an hour. */
  needsDate?: true;
  /** It counts only in a sentence that asks. */
  needsQuestion?: true;
  /** It counts only in a sentence that asks or proposes something. */
  needsProposal?: true;
}
