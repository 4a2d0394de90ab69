import { senderOf } from "./cite.ts";
import type { Intent } from "#/ai/retrieval/plan.ts";
import type { Found } from "#/ai/retrieval/retrieve.ts";
import { stem } from "#/ai/retrieval/stem.ts";
import { cleanMail } from "#/ai/text/clean-mail.ts";
import { unlessItThrows } from "#/ai/text/unless-it-throws.ts";
import { toWords } from "#/search/words.ts";

/** A sentence of a mail, word for word. */
export interface Passage {
  found: Found;
  text: string;
  /** Offsets in the mail's own words. */
  start: number;
  end: number;
  /** How much of what is asked it and its mail speak of, from 0 to 1. */
  coverage: number;
  /** It holds a time, an amount or whatever else is asked for. */
  isTyped: boolean;
  score: number;
}

export interface Sought {
  intent: Intent;
  /** Stems, and in how many mails each stands. */
  words: readonly string[];
  counts: ReadonlyMap<string, number>;
  total: number;
}

const subjectShare = 0.6;
const beforeShare = 0.5;
const typedBonus = 0.35;
const mailShare = 0.25;

/** The sentences that answer best, the best first. */
export function passagesOf(found: readonly Found[], sought: Sought): Passage[] {
  const weights = new Map(
    sought.words.map((word) => {
      const count = Math.min(sought.total, sought.counts.get(word) ?? 0);
      return [word, Math.log(1 + (sought.total + 1) / (count + 0.5))];
    }),
  );
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const best = Math.max(...found.map(({ score }) => score), Number.MIN_VALUE);
  const passagesIn = (mail: Found): Passage[] => {
    const { own, sentences } = cleanMail({
      ...{ subject: "", text: mail.text, html: mail.html, sender: senderOf(mail) },
    });
    const around = wordsOf(`${mail.row.subject} ${namesOf(mail)}`);
    let before = new Set<string>();
    return sentences.map(({ start, end }): Passage => {
      const text = own.slice(start, end);
      const inside = wordsOf(text);
      let covered = 0;
      let inSentence = 0;
      for (const [word, weight] of weights) {
        if (inside.has(word)) {
          covered += weight;
          inSentence += weight;
        } else {
          covered +=
            weight *
            Math.max(around.has(word) ? subjectShare : 0, before.has(word) ? beforeShare : 0);
        }
      }
      before = inside;
      const isTyped = holds(sought.intent, text);
      const length = inside.size < 3 ? 0.5 : 1;
      const coverage = covered / whole;
      return {
        ...{ found: mail, text, start, end, coverage, isTyped },
        score:
          (coverage + (0.3 * inSentence) / whole + (isTyped ? typedBonus : 0)) * length +
          (mailShare * mail.score) / best,
      };
    });
  };
  return found
    .flatMap((mail) => unlessItThrows(() => passagesIn(mail)) ?? [])
    .toSorted((a, b) => b.score - a.score);
}

/** Whether a sentence holds the kind of thing that is asked for. */
function holds(intent: Intent, text: string): boolean {
  if (intent === "when") return time.test(text);
  if (intent === "amount") return amount.test(text);
  return false;
}

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const time = new RegExp(
  String.raw`\b(?:\d{1,2}(?::\d{2})\s*(?:am|pm)?|\d{1,2}\s*(?:am|pm)|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:mon|tues?|wednes|thurs?|fri|satur|sun)day|(?:${months})\.?\s+\d{1,2}|\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(?:${months})|tomorrow|tonight|noon|midnight|next (?:week|month)|end of (?:the )?(?:week|month|day|year))\b`,
  "i",
);
const amount =
  /(?:[$€£¥]|\b(?:usd|eur|gbp|chf|rs\.?|inr)\s?)\s?\d[\d.,]*|\b\d[\d.,]{0,15}\s?(?:usd|eur|gbp|chf|dollars?|euros?|pounds?|€|%)/i;

function wordsOf(text: string): Set<string> {
  return new Set(toWords(text).map(stem));
}

function namesOf({ row }: Found): string {
  return row.from_json.replaceAll(/"(?:name|address)":/g, " ");
}
