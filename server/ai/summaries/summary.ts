import type { Found, FoundDate } from "./facts.ts";

/** Incremented whenever the same message would get a different summary: stored ones are then recomputed. */
export const engineVersion = 3;

/** A piece of the line: Inlet's own text, or text of the message. */
export type LinePiece =
  | { from: "inlet"; text: string }
  | {
      from: "own" | "quoted" | "subject" | "sender" | "attachments";
      text: string;
      start: number;
      end: number;
    };

/** A summary of a message, in its words. */
export interface MailSummary {
  /** At most 140 characters; "" if there is nothing to state. */
  line: string;
  pieces: LinePiece[];
  /** Two to four sentences of the message, or fewer if it is shorter. */
  points: Found[];
  /** The text that the offsets of points, asks, dates and amounts refer to. */
  of: "own" | "quoted";
  asks: Found[];
  dates: FoundDate[];
  amounts: Found[];
  /** A remark on a message with no words to summarize, or too many; "" otherwise. */
  note: string;
}
