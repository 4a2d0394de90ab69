import type { Found, FoundDate } from "./facts.ts";

/** Changes whenever the same mail would be summed up otherwise: what was kept is made anew. */
export const engineVersion = 3;

/** A piece of the line: words of Inlet's own, or words found in the mail. */
export type LinePiece =
  | { from: "inlet"; text: string }
  | {
      from: "own" | "quoted" | "subject" | "sender" | "attachments";
      text: string;
      start: number;
      end: number;
    };

/** What a mail says, in its own words. */
export interface MailSummary {
  /** At most 140 characters; "" when there is nothing to say. */
  line: string;
  pieces: LinePiece[];
  /** Two to four sentences of the mail, fewer where it has fewer. */
  points: Found[];
  /** Which text the offsets of points, asks, dates and amounts are of. */
  of: "own" | "quoted";
  asks: Found[];
  dates: FoundDate[];
  amounts: Found[];
  /** What to know of a mail that has no words to sum up, or too many; "" otherwise. */
  note: string;
}
