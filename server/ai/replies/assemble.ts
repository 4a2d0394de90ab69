import {
  type ReplyLength,
  type ReplySuggestion,
  type Stance,
  Tone,
} from "@inlet/contract/ai/smart-replies.ts";
import { type Act, type Language, stancesOf } from "./acts.ts";
import type { Bank, BankKey, Frame } from "./bank.ts";
import { bankDe, frameDe } from "./bank-de.ts";
import { bankEn, frameEn } from "./bank-en.ts";
import { isHarmless } from "./guard.ts";
import type { Habits } from "./habits.ts";
import type { Slots } from "./slots.ts";

const banks: Record<Language, { bank: Bank; frame: Frame }> = {
  en: { bank: bankEn, frame: frameEn },
  de: { bank: bankDe, frame: frameDe },
};

interface Wanted {
  act: Act;
  /** Number of times that the message proposes for an appointment. */
  times: number;
  language: Language;
  slots: Slots;
  habits: Habits;
  length: ReplyLength;
  /** Selects among equal phrases; the same message always gets the same replies. */
  seed: number;
}

/** Returns replies in every tone, stance by stance, the likeliest first. Incomplete and near-identical replies are left out. */
export function assembleReplies(wanted: Wanted): ReplySuggestion[] {
  const { bank } = banks[wanted.language];
  const stances = bank[keyOf(wanted)];
  return stancesOf[wanted.act].flatMap((stance) => {
    const wordings = stances[stance];
    if (wordings === undefined) return [];
    const chosen: ReplySuggestion[] = [];
    for (const tone of Tone.options) {
      const text = ranked(wordings[tone], wanted)
        .map((wording) => write(wording, tone, stance, wanted))
        .find(
          (each) => each !== undefined && chosen.every((other) => areDistinct(each, other.text)),
        );
      if (text !== undefined) chosen.push({ tone, stance, text });
    }
    return chosen;
  });
}

function keyOf({ act, times }: Wanted): BankKey {
  if (act !== "schedule" || times === 1) return act;
  return times === 0 ? "find-time" : "choose-time";
}

/** Wordings that fill more slots come first; ties are broken by a seed from the message. */
function ranked(wordings: readonly string[], { seed }: Wanted): string[] {
  const turned = wordings.map((_, at) => wordings[(at + seed) % wordings.length] ?? "");
  return turned.toSorted((one, other) => slotsIn(other).length - slotsIn(one).length);
}

function slotsIn(wording: string): string[] {
  return [...wording.matchAll(/\{(\w+)\}/g)].flatMap(([, slot]) => slot ?? []);
}

/** Returns undefined if the message does not fill a slot, or the result would not be harmless. */
function write(wording: string, tone: Tone, stance: Stance, wanted: Wanted): string | undefined {
  const { language, slots, habits, length } = wanted;
  const { frame } = banks[language];
  const [core = "", more = ""] = wording.split("|").map((part) => part.trim());
  const template =
    length === "short"
      ? core
      : [core, more, length === "long" ? frame.closing[tone][stance] : ""]
          .filter(Boolean)
          .join(" ");
  let isWhole = true;
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const value = Object.entries(slots).find(([name]) => name === slot)?.[1];
    if (value === undefined) isWhole = false;
    return value ?? "";
  });
  if (!isWhole) return undefined;
  const body = contractionsOf(upperSentences(filled), tone, language, habits);
  const text = [...greetingOf(tone, wanted), body, ...endOf(tone, wanted)].join("\n\n");
  const read = Object.values(slots).join(" ");
  return isHarmless(text, habits.signsAs, read) ? text : undefined;
}

function greetingOf(tone: Tone, { language, slots, habits, length }: Wanted): string[] {
  if (habits.omitsGreeting && tone !== "formal" && length !== "long") return [];
  const { named, nameless } = banks[language].frame.greeting[tone];
  const own = language === "en" ? habits.greetings[tone] : undefined;
  if (slots.name === undefined) return [nameless];
  if (own === undefined) return [named.replace("{name}", slots.name)];
  return [`${own} ${slots.name},`];
}

function endOf(tone: Tone, { language, habits, length }: Wanted): string[] {
  if (habits.omitsSignOff && tone !== "formal" && length !== "long") return [];
  const own = language === "en" ? habits.signOffs[tone] : undefined;
  const words = own ?? banks[language].frame.signOff[tone];
  return [habits.signsAs === "" ? words : `${words}\n${habits.signsAs}`];
}

/** A slot may begin a sentence. */
function upperSentences(text: string): string {
  return text.replaceAll(
    /(^|[.!?] )(\p{Ll})/gu,
    (_, before: string, letter: string) => before + letter.toUpperCase(),
  );
}

const spelledOut: readonly [RegExp, string][] = [
  [/\bcan't\b/g, "cannot"],
  [/\bwon't\b/g, "will not"],
  [/\bn't\b/g, " not"],
  [/n't\b/g, " not"],
  [/\b([Ll])et's\b/g, "$1et us"],
  [/\b(I)'m\b/g, "$1 am"],
  [/'ll\b/g, " will"],
  [/'ve\b/g, " have"],
  [/\b(I|you|we|they)'d\b/gi, "$1 would"],
  [/'re\b/g, " are"],
  [/\b(it|that|there|here|what|who|this)'s\b/gi, "$1 is"],
];

/** For users who spell everything out, contractions such as "I'll" are expanded. */
function contractionsOf(
  text: string,
  tone: Tone,
  language: Language,
  { contracts }: Habits,
): string {
  if (language !== "en" || (tone !== "formal" && contracts !== false)) return text;
  return spelledOut.reduce((left, [pattern, words]) => left.replaceAll(pattern, words), text);
}

/** Maximum share of words that two replies may have in common, without greeting and closing. */
const maxSimilarity = 0.6;

/** Reports whether two replies differ enough to show both. */
export function areDistinct(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  const all = words.size + others.size - common;
  return all > 0 && common / all <= maxSimilarity;
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
