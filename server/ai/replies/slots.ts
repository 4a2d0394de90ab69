import * as chrono from "chrono-node";
import type { Language } from "./acts.ts";
import { isHarmless } from "./guard.ts";
import { withoutAccents } from "./without-accents.ts";
import type { Words } from "./words.ts";

/** Parts of the message that a reply may repeat, in the message's words. Parts that the message lacks are absent. */
export interface Slots {
  name?: string | undefined;
  full?: string | undefined;
  date?: string | undefined;
  /** The time by which something is due. */
  deadline?: string | undefined;
  /** The same with the word before it, in every language. */
  by?: string | undefined;
  /** The first of the times that the message offers. */
  option?: string | undefined;
  thing?: string | undefined;
  document?: string | undefined;
  /** The requested action from the receiver's point of view, and sentences that promise several. */
  promise?: string | undefined;
  promises?: string | undefined;
  /** A promise to answer what was not promised; "" if there is nothing else. */
  rest?: string | undefined;
  /** The first sentence of an answer to news. */
  opener?: string | undefined;
}

interface Source {
  /** The sentence to which the reply responds, and all sentences. */
  sentence: string;
  sentences: readonly string[];
  sentAt: Date;
  language: Language;
  words: Words;
}

/** Returns the values that can fill a reply's slots. */
export function readSlots(source: Source): Slots {
  const { language, sentence, sentences, words } = source;
  const date = hasReader(language)
    ? (dateIn(sentence, source) ?? onlyDate(source))
    : (only(daysIn(sentence, words)) ??
      only(sentences.slice(0, 30).flatMap((each) => daysIn(each, words))));
  const deadline = language === "en" ? deadlineIn(source) : undefined;
  const slots: Slots = {
    date,
    deadline,
    by:
      byIn(sentence, words) ??
      only(sentences.slice(0, 60).flatMap((each) => byIn(each, words) ?? [])),
    option: optionIn(source),
    thing: language === "en" ? thingIn(sentence) : undefined,
    document: documentIn(source),
  };
  return Object.fromEntries(Object.entries(slots).filter(([, value]) => value !== undefined));
}

const only = (found: readonly string[]) => (new Set(found).size === 1 ? found[0] : undefined);

/** Returns true for the languages whose dates are read, and not only found by their words. */
const hasReader = (language: Language): language is "de" | "en" =>
  language === "de" || language === "en";

/** Returns the days that a sentence names, in its words. */
function daysIn(sentence: string, { day }: Words): string[] {
  const read = sentence.slice(0, 600);
  const found = [...withoutAccents(read).matchAll(day)].map(({ 0: { length }, index }) =>
    read.slice(index, index + length),
  );
  return found.filter((each) => each.length <= 48 && isHarmless(each, "", each));
}

/** Returns the time by which the sentence wants an answer, as in "by Friday". */
function byIn(sentence: string, { by }: Words): string | undefined {
  const read = sentence.slice(0, 600);
  const { 0: { length } = "", index = 0 } = by.exec(withoutAccents(read)) ?? {};
  const found = read.slice(index, index + length);
  return found !== "" && found.length <= 48 && isHarmless(found, "", found)
    ? found.slice(0, 1).toLowerCase() + found.slice(1)
    : undefined;
}

/** Returns the first of the days that a sentence offers. Without a number, as in "today or tomorrow", it is none. */
function optionIn({ sentences, words }: Source): string | undefined {
  for (const sentence of sentences.slice(0, 30)) {
    const [first, second] = daysIn(sentence, words);
    if (first === undefined || second === undefined || first === second) continue;
    if (!/\d/.test(first) || !/\d/.test(second)) continue;
    const between = sentence.slice(sentence.indexOf(first) + first.length).split(second)[0] ?? "";
    if (between.length < 30 && words.or.test(withoutAccents(between))) return first;
  }
  return undefined;
}

function dateIn(text: string, { sentAt, language }: Source): string | undefined {
  const reader = language === "de" ? chrono.de : chrono.en;
  const found = reader
    .parse(text.slice(0, 400), sentAt, { forwardDate: true })
    .filter((result) => isOneTime(result, sentAt));
  // With several times it is uncertain which one is meant.
  if (found.length !== 1) return undefined;
  const written = (found[0]?.text ?? "")
    .replace(/^(?:on|am|at|by|um|bis|until)\s+/i, "")
    .trim()
    .replace(/[,.]$/, "");
  const isPlain = /^[\p{L}\p{N}][\p{L}\p{N} ,.:'-]{1,38}$/u.test(written);
  return isPlain && namesDay.test(written) && isHarmless(written, "", written)
    ? written
    : undefined;
}

/** If the sentence names no time, returns the only one of the message. */
function onlyDate(source: Source): string | undefined {
  const found = new Set(
    source.sentences.slice(0, 30).flatMap((sentence) => dateIn(sentence, source) ?? []),
  );
  return found.size === 1 ? [...found][0] : undefined;
}

function deadlineIn(source: Source): string | undefined {
  const [, rest] = /\b(?:by|before|until|no later than)\s+(.{3,60})/i.exec(source.sentence) ?? [];
  if (rest === undefined) return undefined;
  const date = dateIn(rest, source);
  return date !== undefined && rest.toLowerCase().startsWith(date.toLowerCase()) ? date : undefined;
}

/** Returns the number of times that the message proposes. */
export function timesIn({ sentences, sentAt, language, words }: Source): number {
  if (!hasReader(language)) {
    return new Set(sentences.slice(0, 30).flatMap((each) => daysIn(each, words))).size;
  }
  const reader = language === "de" ? chrono.de : chrono.en;
  const found = reader
    .parse(sentences.slice(0, 30).join(" ").slice(0, 2000), sentAt, { forwardDate: true })
    .filter((result) => isOneTime(result, sentAt) && namesTime.test(result.text));
  return new Set(found.map(({ start }) => start.date().getTime())).size;
}

const namesTime =
  /day\b|tomorrow|tonight|morning|afternoon|evening|noon|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:tag|mittwoch|morgen)\b|\d{1,2}[:.]\d\d|\d ?(?:am|pm|uhr)\b|\d{1,2}\.\d{1,2}\./i;

const namesDay =
  /day\b|tomorrow|tonight|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?:tag|mittwoch|morgen|übermorgen)\b|\b(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|\d{1,2}\.\d{1,2}\./i;

/** Returns true for a future time, but not for a range, or an age or number that resembles a time. */
function isOneTime(result: chrono.ParsedResult, sentAt: Date): boolean {
  if (result.end) return false;
  const dayLater = 86_400_000;
  return result.start.date().getTime() > sentAt.getTime() - dayLater;
}

const asked =
  /\b(?:send|share|forward|review|check|read|look at|look over|look through|go over|go through|approve|sign|complete|fill in|fill out|update|upload|prepare|draft|print|confirm|bring|return|book|order|proofread|translate|finish|submit|fix|correct|test|collect)\s+(?:me |us |over |through |him |her |them |on |back )?(the|this|these|that|those|our|my|your)\s+((?:[\p{L}][\p{L}'-]*\s+){0,3}?[\p{L}][\p{L}'-]*)(?=\s*(?:[.,;:?!)](?:\s|$)|$|\s(?:by|before|for|to|on|in|at|and|or|so|when|if|with|from|until|this|next|today|tomorrow|again|over|that|which|as|please|back|of|attached|below|we|i|you|they|once|asap|before)\b))/iu;
const whose: Readonly<Record<string, string>> = { our: "your", my: "your", your: "my" };

/** Returns the object of the sender's request, with the determiner from the receiver's point of view. */
function thingIn(sentence: string): string | undefined {
  const [, determiner = "", noun = ""] = asked.exec(sentence.replaceAll(/[‘’]/g, "'")) ?? [];
  const words = noun.trim().split(/\s+/);
  if (noun === "" || words.length > 4 || noun.length > 40) return undefined;
  // A verb or function word shows that the noun was cut at the wrong place.
  const isOdd = words.some((word) =>
    /^(?:is|are|was|were|be|been|has|have|will|would|can|could|i|we|you|it|them|one|ones|thing|things|same|following|not|very|do|does|link|button|password|code|codes|account|bank|card|cards|money|payment|transfer)$/i.test(
      word,
    ),
  );
  // A word in capitals is not a plausible object.
  if (isOdd || words.some((word) => /^\p{Lu}{5,}$/u.test(word))) return undefined;
  const thing = `${whose[determiner.toLowerCase()] ?? determiner.toLowerCase()} ${noun.trim()}`;
  return isHarmless(thing, "", thing) ? thing : undefined;
}

const documentNouns = {
  en: "report|contract|proposal|agreement|presentation|slides|deck|minutes|agenda|spreadsheet|invoice|quote|quotation|estimate|draft|manuscript|photos|pictures|drawings|plans?|form|notes|summary|transcript|recording|brochure|itinerary|statement|results|certificate|specification|chapter|article|budget|schedule|recipe|leaflet|programme|floor plan|survey|scans?|receipts?|cv|portfolio|essay|lesson plan|menu|score",
  de: "Bericht|Vertrag|Angebot|Präsentation|Folien|Protokoll|Tagesordnung|Tabelle|Rechnung|Entwurf|Manuskript|Fotos|Bilder|Zeichnungen|Plan|Formular|Notizen|Zusammenfassung|Kostenvoranschlag|Lebenslauf|Unterlagen|Grundriss|Übersicht|Bescheinigung|Zeugnis",
} as const;

const sentDocument = new RegExp(
  String.raw`\b(?:the|my|our|a|an|your|this|those|these|some)\s+((?:[\p{L}][\p{L}-]*\s+){0,2}?(?:${documentNouns.en}))(?=[.,;:?!)]*(?:\s|$))`,
  "iu",
);
const sentDocumentDe = new RegExp(
  String.raw`\b(der|die|das|den|mein|meine|meinen|unser|unsere|unseren|ein|eine|einen)\s+(?:[\p{Ll}]+en?\s+)?(${documentNouns.de})\b`,
  "u",
);

/** Returns the noun that the sender uses for an attachment. */
function documentIn({ sentence, language }: Source): string | undefined {
  if (!hasReader(language)) return undefined;
  if (language === "de") {
    const [, , noun] = sentDocumentDe.exec(sentence) ?? [];
    return noun;
  }
  const [, noun = ""] = sentDocument.exec(sentence) ?? [];
  const words = noun.trim().split(/\s+/);
  if (
    noun === "" ||
    words.some((word) =>
      /^(?:is|are|of|to|and|for|have|be|attached|you|me|with|in|new)$/i.test(word),
    )
  )
    return undefined;
  const found =
    noun.toLowerCase() === noun
      ? noun
      : noun.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  return isHarmless(found, "", found) ? found : undefined;
}
