import { setImmediate } from "node:timers/promises";
import { namesOfSender, senderOf } from "./cite.ts";
import type { Intent } from "#/ai/retrieval/intent.ts";
import { isNearly } from "#/ai/retrieval/is-nearly.ts";
import type { Found } from "#/ai/retrieval/retrieve.ts";
import type { QueryWord } from "#/ai/retrieval/rank.ts";
import { stem, type Tongue } from "#/ai/retrieval/stem.ts";
import { cleanMail } from "#/ai/text/clean-mail.ts";
import { unlessItThrows } from "#/ai/text/unless-it-throws.ts";
import { toWords } from "#/base/tokenize.ts";
import { holds } from "./typed.ts";

/** A sentence of a message, verbatim. */
export interface Passage {
  found: Found;
  text: string;
  /** Offsets in the sender's own text. */
  start: number;
  end: number;
  /** Share of the question's words that it and its message cover, from 0 to 1. */
  coverage: number;
  /** True if it contains a time, an amount or another kind of value that the question requests. */
  isTyped: boolean;
  score: number;
}

export interface Retrieved {
  intent: Intent;
  words: readonly QueryWord[];
  tongue: Tongue;
  total: number;
}

const subjectShare = 0.6;
const beforeShare = 0.5;
const typedBonus = 0.35;
const mailShare = 0.25;
const moneyShare = 0.2;

/** Returns the sentences that answer best, best first. */
export async function passagesOf(found: readonly Found[], wanted: Retrieved): Promise<Passage[]> {
  const wordsOf = (text: string) => new Set(toWords(text).map((word) => stem(word, wanted.tongue)));
  const weights = new Map(
    wanted.words.map(({ word, count }) => {
      const weight = Math.log(1 + (wanted.total + 1) / (Math.min(wanted.total, count) + 0.5));
      // The amount itself shows that money was paid, so such words weigh less.
      const share = wanted.intent === "amount" && ofMoney.test(word) ? moneyShare : 1;
      return [stem(word, wanted.tongue), weight * share];
    }),
  );
  const guessed = new Set(
    wanted.words.filter(({ isGuessed }) => isGuessed).map(({ word }) => stem(word, wanted.tongue)),
  );
  const isIn = (words: ReadonlySet<string>, word: string) =>
    words.has(word) || (guessed.has(word) && [...words].some((each) => isNearly(word, each)));
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const best = Math.max(...found.map(({ score }) => score), Number.MIN_VALUE);
  const passagesIn = (mail: Found): Passage[] => {
    const { own, sentences } = cleanMail({
      subject: "",
      text: mail.text,
      html: mail.html,
      sender: senderOf(mail),
    });
    const around = wordsOf(`${mail.row.subject} ${namesOfSender(mail)}`);
    let before = new Set<string>();
    return sentences.map(({ start, end }): Passage => {
      const text = own.slice(start, end);
      const inside = wordsOf(text);
      let covered = 0;
      let inSentence = 0;
      for (const [word, weight] of weights) {
        if (isIn(inside, word)) {
          covered += weight;
          inSentence += weight;
        } else {
          covered +=
            weight *
            Math.max(isIn(around, word) ? subjectShare : 0, isIn(before, word) ? beforeShare : 0);
        }
      }
      before = inside;
      const isTyped = holds(wanted.intent, text);
      const length = inside.size < 3 ? 0.5 : 1;
      const coverage = covered / whole;
      return {
        found: mail,
        text,
        start,
        end,
        coverage,
        isTyped,
        score:
          (coverage + (0.3 * inSentence) / whole + (isTyped ? typedBonus : 0)) * length +
          (mailShare * mail.score) / best,
      };
    });
  };
  const passages: Passage[] = [];
  for (const mail of found) {
    passages.push(...(unlessItThrows(() => passagesIn(mail)) ?? []));
    await setImmediate();
  }
  return passages.toSorted((a, b) => b.score - a.score);
}

const ofMoney =
  /^(?:cost|costs|price|prices|amount|total|fee|fees|paid|pay|pays|payment|charge|charged|charges|bill|billed|owe|spend|spent|kostet|kosten|gekostet|preis|betrag|bezahlt|gezahlt)$/;
