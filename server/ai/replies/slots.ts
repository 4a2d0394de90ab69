import * as chrono from "chrono-node";
import type { Language } from "./acts.ts";
import { isHarmless } from "./guard.ts";

/** Parts of the message that a reply may repeat, in the message's words. Parts that the message lacks are absent. */
export interface Slots {
  name?: string;
  date?: string;
  /** The time by which something is due. */
  deadline?: string;
  thing?: string;
  document?: string;
}

interface Source {
  /** Name of the first sender. */
  fromName: string;
  /** The sentence to which the reply responds, and all sentences. */
  sentence: string;
  sentences: readonly string[];
  sentAt: Date;
  language: Language;
}

/** Returns the values that can fill a reply's slots. */
export function readSlots(source: Source): Slots {
  const name = firstName(source.fromName);
  const date = dateIn(source.sentence, source) ?? onlyDate(source);
  const deadline = source.language === "en" ? deadlineIn(source) : undefined;
  const thing = source.language === "en" ? thingIn(source.sentence) : undefined;
  const document = documentIn(source);
  const slots = {
    ...(name !== undefined && { name }),
    ...(date !== undefined && { date }),
    ...(deadline !== undefined && { deadline }),
    ...(thing !== undefined && { thing }),
    ...(document !== undefined && { document }),
  };
  return slots;
}

const noPersons =
  /\b(?:team|support|info|sales|service|office|billing|accounts?|admin|help|desk|newsletter|notifications?|noreply|no-reply|hr|marketing|customer|department|dept|group|committee|club|society|association|school|clinic|hotel|ltd|inc|gmbh|llc|ag|bank|reception|secretary|verein|praxis|hausverwaltung|kundenservice|buchhaltung)\b/i;

/** Returns the name for greeting a person; undefined if it is uncertain. */
export function firstName(fromName: string): string | undefined {
  const whole = fromName
    .normalize("NFKC")
    .replaceAll(/["'()]/g, " ")
    .trim();
  if (whole.length > 60 || noPersons.test(whole)) return undefined;
  const [last, given] = whole.split(",").map((part) => part.trim());
  const parts = (given || last || "").split(/\s+/).filter((part) => !titles.test(part));
  const [first = ""] = parts;
  // A single word may be a nickname, a company or a noun; initials are not used in a greeting.
  if (!/^\p{Lu}[\p{Ll}\p{M}]{1,19}(?:-\p{Lu}\p{Ll}{1,14})?$/u.test(first)) return undefined;
  return parts.every((part) => /^[\p{L}\p{M}.'-]{1,24}$/u.test(part)) && parts.length <= 4
    ? first
    : undefined;
}

const titles = /^(?:mr|mrs|ms|mx|dr|prof|sir|herr|frau|dipl|ing|med|phd|md|rev|professor)\.?$/i;

function dateIn(text: string, { sentAt, language }: Source): string | undefined {
  const reader = language === "de" ? chrono.de : chrono.en;
  const found = reader
    .parse(text.slice(0, 400), sentAt, { forwardDate: true })
    .filter((result) => isOneTime(result, sentAt));
  // With several times it is uncertain which one is meant.
  if (found.length !== 1) return undefined;
  const written = (found[0]?.text ?? "").replace(/^(?:on|am|at|by|um|bis|until)\s+/i, "").trim();
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
export function timesIn({ sentences, sentAt, language }: Source): number {
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
