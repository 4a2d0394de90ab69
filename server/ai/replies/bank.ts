import type { Stance, Tone } from "@inlet/contract/ai/smart-replies.ts";
import type { Act } from "./acts.ts";

/**
 * Wordings of one answer in one tone. The part before "|" is enough for a short reply. Slots are in braces, and a wording is
 * skipped if the message does not fill its slot.
 */
type Wordings = readonly [string, ...string[]];

export type Stances = Partial<Record<Stance, Record<Tone, Wordings>>>;
/** A meeting request with no time or several gets its own kind of reply. */
export type BankKey = Act | "find-time" | "choose-time";
export type Bank = Readonly<Record<BankKey, Stances>>;

/** The greeting and closing around an answer. */
export interface Frame {
  /** {name} is replaced by the recipient's name, if known. */
  greeting: Record<Tone, { named: string; nameless: string }>;
  signOff: Record<Tone, string>;
  /** The last sentence of a long reply. */
  closing: Record<Tone, Record<Stance, string>>;
}
