import {
  type ReplyLength,
  type ReplySuggestion,
  type Stance,
  Tone,
} from "@inlet/contract/ai/smart-replies.ts";
import type { Language, PhraseKey } from "./acts.ts";
import { choose } from "./echo.ts";
import { isHarmless } from "./guard.ts";
import type { Habits } from "./habits.ts";
import type { Addressee } from "./people.ts";
import type { Slots } from "./slots.ts";
import { wordsOf } from "./words.ts";

interface Wanted {
  key: PhraseKey;
  /** The possible answers, the likeliest first. */
  stances: readonly Stance[];
  language: Language;
  slots: Slots;
  relation: Addressee["relation"];
  habits: Habits;
  length: ReplyLength;
  /** Selects among equal phrases; the same message always gets the same replies. */
  seed: number;
}

/**
 * Returns replies in every tone, stance by stance, the likeliest first; to family only in the casual tone. Incomplete and
 * near-identical replies are left out.
 */
export function assembleReplies(wanted: Wanted): ReplySuggestion[] {
  const stances = wordsOf(wanted.language).phrases[wanted.key] ?? {};
  const tones = Tone.options.filter((tone) => tone === "casual" || wanted.relation !== "family");
  return wanted.stances.flatMap((stance) => {
    const chosen: ReplySuggestion[] = [];
    for (const tone of tones) {
      const text = ranked(stances[stance]?.[toneAt(tone)] ?? [], wanted)
        .map((wording) => write(wording, tone, stance, wanted))
        .find(
          (each) => each !== undefined && chosen.every((other) => areDistinct(each, other.text)),
        );
      if (text !== undefined) chosen.push({ tone, stance, text });
    }
    // One tone alone does not offer a choice.
    return chosen.length === tones.length ? chosen : [];
  });
}

const toneAt = (tone: Tone) => Tone.options.indexOf(tone);

/** Wordings that fill more slots come first, and promises before them; ties are broken by a seed from the message. */
function ranked(wordings: readonly string[], { seed }: Wanted): string[] {
  const turned = wordings.map((_, at) => wordings[(at + seed) % wordings.length] ?? "");
  const weightOf = (wording: string) =>
    slotsIn(wording).length + (wording.includes("{promise") ? 2 : 0);
  return turned.toSorted((one, other) => weightOf(other) - weightOf(one));
}

function slotsIn(wording: string): string[] {
  return [...wording.matchAll(/\{(\w+)\}/g)].flatMap(([, slot]) => slot ?? []);
}

/** One expression of thanks is enough. */
const thanksFirst = /^(?:thank|thanks|danke|merci|gracias|grazie|agradeço|bedankt)[^.!?]*[.!?] /iu;

/** Returns undefined if the message does not fill a slot, or the result would not be harmless. */
function write(wording: string, tone: Tone, stance: Stance, wanted: Wanted): string | undefined {
  const { language, slots, relation, habits, length } = wanted;
  const { closing } = wordsOf(language).frame;
  const [first = "", more = ""] = wording.split("|").map((part) => part.trim());
  const core = slots.opener === undefined ? first : `{opener} ${first.replace(thanksFirst, "")}`;
  const template =
    length === "short"
      ? core
      : [core, more, length === "long" ? closing[stance][toneAt(tone)] : ""]
          .filter(Boolean)
          .join(" ");
  let isWhole = true;
  const isFormal = relation === "last" || relation === "open";
  const filled = choose(template, isFormal).replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const value = Object.entries(slots).find(([name]) => name === slot)?.[1];
    if (value === undefined) isWhole = false;
    return value ?? "";
  });
  if (!isWhole) return undefined;
  const body = contractionsOf(
    upperSentences(filled.replaceAll(/ {2,}/g, " ").trim()),
    tone,
    language,
    habits,
  );
  const text = [...greetingOf(tone, wanted), body, ...endOf(tone, wanted)].join("\n\n");
  const read = Object.values(slots).join(" ");
  return isHarmless(text, habits.signsAs, read) ? text : undefined;
}

function greetingOf(tone: Tone, { language, slots, relation, habits, length }: Wanted): string[] {
  if (habits.omitsGreeting && tone !== "formal" && length !== "long") return [];
  const [named, nameless, formal] = wordsOf(language).frame.greeting[toneAt(tone)] ?? ["", "", ""];
  const own = language === "en" ? habits.greetings[tone] : undefined;
  const isDistant = relation === "last" || (relation === "open" && language !== "en");
  if (slots.name === undefined) return [nameless];
  if (isDistant) return [formal.replace("{full}", slots.full ?? slots.name)];
  if (own === undefined) return [named.replace("{name}", slots.name)];
  return [`${own} ${slots.name},`];
}

function endOf(tone: Tone, { language, habits, length }: Wanted): string[] {
  if (habits.omitsSignOff && tone !== "formal" && length !== "long") return [];
  const own = language === "en" ? habits.signOffs[tone] : undefined;
  const words = own ?? wordsOf(language).frame.signOff[toneAt(tone)] ?? "";
  return [habits.signsAs === "" ? words : `${words}\n${habits.signsAs}`];
}

/** A slot may begin a sentence. */
function upperSentences(text: string): string {
  return text.replaceAll(
    /(^|[.!?] )([¡¿]?)(\p{Ll})/gu,
    (_, before: string, mark: string, letter: string) => before + mark + letter.toUpperCase(),
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
  const [words, others] = [wordSetOf(one), wordSetOf(other)];
  const common = [...words].filter((word) => others.has(word)).length;
  const all = words.size + others.size - common;
  return all > 0 && common / all <= maxSimilarity;
}

function wordSetOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}
