import type { Stance, Tone } from "@inlet/contract/smart-replies.ts";
import type { Act } from "./acts.ts";

/**
 * Wordings of one answer in one tone. What stands before "|" is enough for a short reply; slots stand in braces, and a
 * wording whose slot the mail does not fill is not used.
 */
type Wordings = readonly [string, ...string[]];

export type Stances = Partial<Record<Stance, Record<Tone, Wordings>>>;
/** An appointment for which no time, or more than one, is proposed is answered in another way. */
export type BankKey = Act | "find-time" | "choose-time";
export type Bank = Readonly<Record<BankKey, Stances>>;

/** What stands around an answer. */
export interface Frame {
  /** {name} is filled where it is known. */
  greeting: Record<Tone, { named: string; nameless: string }>;
  signOff: Record<Tone, string>;
  /** What a long reply ends with. */
  closing: Record<Tone, Record<Stance, string>>;
}
