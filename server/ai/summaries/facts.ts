import * as chrono from "chrono-node";
import { withoutEnding } from "./without-ending.ts";
import type { Sentence } from "../text/sentences.ts";

/** Words of a message, and their offsets in its text. */
export interface Found {
  text: string;
  start: number;
  end: number;
}

/** A date in the message. */
export interface FoundDate extends Found {
  /** As in 2026-11-22, by the sender's calendar. */
  day: string;
  /** Time of day, such as 14:30; "" without one. */
  time: string;
}

const maxSentences = 80;
const maxFacts = 6;
const longest = 400;

const currency = "(?:[$€£¥₹₩]|USD|EUR|GBP|CHF|CAD|AUD|JPY|INR|US\\$|A\\$|C\\$)";
const number = "\\d{1,3}(?:[,.'  ]\\d{3}){0,4}(?:[.,]\\d{1,2})?|\\d{1,12}(?:[.,]\\d{1,2})?";
const amount = new RegExp(
  `(?<![\\w$€£])(?:${currency} ?(?:${number})(?: ?(?:million|billion|k|m|bn)\\b)?|(?:${number}) ?(?:[€£₹]|USD|EUR|GBP|CHF|CAD|AUD|euros?|dollars?|pounds?|francs?)(?![\\p{L}\\d]))`,
  "gu",
);

/** Returns amounts of money; of equal ones only the first. */
export function findAmounts(sentences: readonly Sentence[]): Found[] {
  const found = new Map<string, Found>();
  for (const sentence of sentences.slice(0, maxSentences)) {
    for (const match of sentence.text.slice(0, longest).matchAll(amount)) {
      const start = sentence.start + match.index;
      const text = match[0];
      if (!found.has(text)) found.set(text, { text, start, end: start + text.length });
    }
  }
  return [...found.values()].slice(0, maxFacts);
}

const readers: Readonly<Record<string, typeof chrono.casual>> = {
  en: chrono.casual,
  de: chrono.de.casual,
  fr: chrono.fr.casual,
  es: chrono.es.casual,
  pt: chrono.pt.casual,
  nl: chrono.nl.casual,
};

/** Possible days and hours: other sentences are skipped. */
const mayBeDate = /\d|\p{L}{3}(?:day|row|ght|tag|gen|ute|di\b|che|nes|bado|oje|aan)/iu;

/** Returns the dates and times in the text, relative to the time of sending. Each date occurs once. */
export function findDates(
  sentences: readonly Sentence[],
  { sent, language }: { sent: Date; language: string | null },
): FoundDate[] {
  const reader = readers[language ?? "en"];
  if (!reader || Number.isNaN(sent.getTime())) return [];
  const found = new Map<string, FoundDate>();
  for (const sentence of sentences.slice(0, maxSentences)) {
    const text = sentence.text.slice(0, longest);
    if (!mayBeDate.test(text)) continue;
    const reference = { instant: sent, timezone: 0 };
    // Past events refer to earlier days, plans to later ones.
    const forwardDate = !past.test(text);
    for (const result of reader.parse(text, reference, { forwardDate })) {
      const date = readResult(result, sentence.start);
      const key = date && `${date.day} ${date.time}`;
      if (date && key && !found.has(key)) found.set(key, date);
    }
    if (found.size >= maxFacts) break;
  }
  return [...found.values()].slice(0, maxFacts);
}

const past =
  /\b(?:was|were|had|did|said|last|ago|charged|paid|received|sent|arrived|happened|met|went|war|wurde|hat|hatte|gestern|letzte[nrsm]?)\b/i;

/** Returns null for bare numbers, which are prices, versions and telephone numbers far more often than dates. */
function readResult(result: chrono.ParsedResult, offset: number): FoundDate | null {
  const { start, index } = result;
  const text = withoutEnding(result.text, " .,;");
  const isDay = start.isCertain("day") || start.isCertain("weekday");
  const isNamed =
    /\p{L}{3}/u.test(text) || /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}/.test(text);
  if (!isDay || !isNamed || text.length > 60) return null;
  if (/^(?:now|jetzt|ahora|maintenant|agora|nu|recently|the (?:day|time))\b/i.test(text))
    return null;
  const part = (name: chrono.Component, size = 2): string =>
    String(start.get(name) ?? 0).padStart(size, "0");
  return {
    text,
    start: offset + index,
    end: offset + index + text.length,
    day: `${part("year", 4)}-${part("month")}-${part("day")}`,
    time: start.isCertain("hour") ? `${part("hour")}:${part("minute")}` : "",
  };
}
