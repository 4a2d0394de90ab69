import type { CleanMail } from "../text/clean-mail.ts";
import { contentWords, sentenceFeaturesOf } from "./sentence-features.ts";
import trained from "./sentence-trees.json" with { type: "json" };
import { valueOf } from "./trees.ts";
import type { Sentence } from "../text/sentences.ts";

/** A sentence with its score as a representative of the message, and as a request. */
export interface WeighedSentence extends Sentence {
  worth: number;
  request: number;
}

/** Minimum score of a request, as measured by tools/ai-eval/summaries.ts. */
export const requestFrom = 0.28;
const maxWeighed = 300;

/** Scores the sentences of a message, in order. tools/ai-train/sentences.ts trains the trees. */
export function weighSentences(
  mail: CleanMail,
  { isReply }: { isReply: boolean },
): WeighedSentence[] {
  const sentences = mail.sentences.slice(0, maxWeighed);
  const features = sentenceFeaturesOf({
    sentences: sentences.map(({ text }) => text),
    subject: mail.subject,
    quoted: mail.quoted,
    isReply,
  });
  return sentences.map((sentence, at) => {
    const seen = features[at] ?? [];
    const isStatement =
      contentWords(sentence.text).size > 0 &&
      !isLinkOnly(sentence.text) &&
      !(sentence.text.length < 120 && courtesy.test(sentence.text));
    return {
      ...sentence,
      worth: isStatement ? valueOf(trained.worth, seen) : -1,
      request: isStatement ? valueOf(trained.request, seen) : -1,
    };
  });
}

/** Returns the most informative sentences that do not repeat each other, in the order of the message. */
export function pickPoints(weighed: readonly WeighedSentence[], most: number): WeighedSentence[] {
  const picked: WeighedSentence[] = [];
  const least = (bestOf(weighed)?.worth ?? 0) * 0.35;
  for (const sentence of weighed.toSorted((a, b) => b.worth - a.worth)) {
    if (picked.length >= most) break;
    if (sentence.worth < least || sentence.worth < 0) break;
    const words = contentWords(sentence.text);
    if (picked.every((other) => likeness(words, contentWords(other.text)) < 0.5))
      picked.push(sentence);
  }
  // For a message of only courtesies, its beginning is better than nothing.
  if (picked.length === 0) return weighed.slice(0, 1);
  return picked.toSorted((a, b) => a.start - b.start);
}

/** Returns the one sentence that represents the message. */
export function bestOf(weighed: readonly WeighedSentence[]): WeighedSentence | undefined {
  return weighed
    .filter(({ worth }) => worth >= 0)
    .reduce<WeighedSentence | undefined>(
      (best, one) => (best === undefined || one.worth > best.worth ? one : best),
      undefined,
    );
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((it) => other.has(it)).length;
  return shared / Math.max(1, Math.min(one.size, other.size));
}

/** Phrases that occur in all kinds of messages and must not be in a summary. */
const courtesy =
  /^(?:(?:i |we )?hope (?:you|all|this|everything)\b|(?:please )?(?:let me know|feel free|do not hesitate|don't hesitate|call me|contact me|reach out)\b.{0,40}\b(?:questions?|concerns|assistance|help)\b|if you have any (?:questions?|concerns)|thank(?:s| you)(?: (?:so|very) much)?(?: in advance| again| for your (?:help|time|patience|attention|support|email|reply))?[.! ]*$|(?:view|read|see) (?:this|it|your|more|in|online)\b.{0,60}$|unsubscribe\b|click here\b|all the best|looking forward to (?:hearing|seeing)|have a (?:great|good|nice)|(?:hi|hello|hey|dear|hallo|bonjour|hola|sehr geehrte)\b[^.?]{0,40}[,!.:]?$|i(?:ch)? hoffe,? (?:es|du|sie)\b)/i;

function isLinkOnly(text: string): boolean {
  return (
    (!/\s/.test(text) && /https?:\/\/|www\./.test(text)) ||
    (/https?:\/\//.test(text) && !/\s\p{L}{2,}\s/u.test(text))
  );
}
