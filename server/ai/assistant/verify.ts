import { languageOfQuestion, stopWordsOf } from "#/ai/retrieval/question-words.ts";
import { figuresIn, namedIn, unknownFigures } from "#/ai/text/checkable.ts";
import { claimsAction, notNames, spelledAddress } from "#/ai/text/claims.ts";
import { isCalendarWord, mentionedIn, withoutKnownDays } from "#/ai/text/mentioned-days.ts";
import { foldText, toWords } from "#/base/tokenize.ts";

/** The evidence for a model's sentence. */
export interface Source {
  id: string;
  /** All text of the message that the model was given. */
  text: string;
  /** The time of sending, in the user's time zone as if that were UTC. Days such as "Friday" count from it. */
  sentAt?: number;
}

/** The part of a question that sentences may repeat. */
export interface AskedWords {
  question: string;
  /** The time of the question, in the form of `sentAt`. */
  now?: number;
}

export interface Verified {
  text: string;
  cites: string[];
  /**
   * Null: it is verified. `unfounded`: no cited message supports it, but it may be shown with a mark. `blocked`: it claims an
   * action, or has a link, an address, a code or a long number from elsewhere. `no-source`: it names no message.
   */
  problem: "no-source" | "unfounded" | "blocked" | null;
}

/**
 * Verifies a sentence against the messages that it cites. Unknown ids are dropped; numbers, days, amounts, addresses and names must
 * occur in a cited message or in the question. Words may be paraphrased or in another language. A sentence that cites the wrong
 * message, or none, gets the one that supports it.
 */
export function verify(line: string, sources: readonly Source[], asked: AskedWords): Verified {
  const known = new Map(sources.map((source) => [source.id, source]));
  const named: string[] = [];
  const text = plain(
    line.replaceAll(/\[([^[\]]{1,80})\]/g, (whole, inside: string) => {
      const ids = inside
        .toLowerCase()
        .split(/[\s,;]/)
        .filter(Boolean);
      if (ids.length === 0 || !ids.every((id) => /^m\d{1,3}$/.test(id))) return whole;
      named.push(...ids);
      return "";
    }),
  );
  const cites = [...new Set(named)].filter((id) => known.has(id));
  if (text === "") return { text, cites, problem: "no-source" };
  const cited = sources.filter(({ id }) => cites.includes(id));
  const problem = cited.length > 0 ? problemOf(text, cited, asked) : "no-source";
  if (problem === null) return { text, cites, problem };
  const other = sources.find(
    (source) => anchorsOf(text, source) > 1 && problemOf(text, [source], asked) === null,
  );
  return other ? { text, cites: [other.id], problem: null } : { text, cites, problem };
}

/** Returns the text without anything that could be parsed as markup. */
export function plain(text: string): string {
  return text
    .toWellFormed()
    .normalize("NFKC")
    .replaceAll(/!?\[([^[\]]{0,300})\] ?\([^()]{0,1000}\)/g, "$1")
    .replaceAll(/<[^>]*>?/g, " ")
    .replaceAll(/[*_`#]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
    .replaceAll(/^\s*(?:[-•]|\d{1,2}[.)])\s+/g, "")
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(/\][\s]*\(/g, "] ")
    .trim()
    .slice(0, 1000);
}

function problemOf(
  text: string,
  cited: readonly Source[],
  { question, now = 0 }: AskedWords,
): "unfounded" | "blocked" | null {
  const source = `${cited.map((each) => each.text).join("\n")}\n${question}`;
  if (leadsAway(text, source)) return "blocked";
  // The assistant only reads, so a sentence that claims an action is false; it may quote one of the mail.
  const own = text.replaceAll(/["“„«]([^"“”„«»]{1,300})["”“»]/g, (whole, quote: string) =>
    source.includes(quote) ? " " : whole,
  );
  if (claimsAction(own, { mail: source, what: "all" })) return "blocked";
  const figures = figuresIn(source);
  const days = cited.map((each) => mentionedIn(each.text, each.sentAt ?? now, figures.numbers));
  const { rest, unknown } = withoutKnownDays(
    text,
    {
      days: new Set(days.flatMap((each) => [...each.days])),
      years: new Set(days.flatMap((each) => [...each.years])),
      weekdays: new Set(days.flatMap((each) => [...each.weekdays])),
      times: new Set(days.flatMap((each) => [...each.times])),
    },
    now,
  );
  const numbers = unknownFigures(rest, figures);
  if (numbers.some((number) => number.replaceAll(/\D/g, "").length > 2)) return "blocked";
  if (unknown.length > 0 || numbers.length > 0) return "unfounded";
  const words = new Set(toWords(source));
  // A name may have another ending or spelling in another language: "Londres".
  const isKnown = (word: string) =>
    words.has(word) || (word.length > 4 && [...words].some((each) => isLike(each, word)));
  if (!namesIn(text).every((name) => toWords(name).every(isKnown))) return "unfounded";
  const isAnchored = cited.some((each) => anchorsOf(text, each) > 0);
  return isAnchored || languageIn(text) !== languageIn(source) ? null : "unfounded";
}

/** Reports whether a sentence has an address, a link, a code or a long number that its source does not have. */
function leadsAway(text: string, source: string): boolean {
  const known = new Set(
    source
      .toLowerCase()
      .split(/[\s<>"'()[\]]/)
      .map(bare),
  );
  const tokens = text.split(" ").map(bare);
  // An address or link must match completely, because a part of a known one may lead elsewhere.
  if (tokens.some((token) => isLink(token) && !known.has(token.toLowerCase()))) return true;
  const hosts = tokens.filter((token) => !isLink(token) && host.test(token));
  const named = namedIn(source);
  if (hosts.some((name) => !named.has(name.toLowerCase()))) return true;
  const letters = (part: string) => foldText(part).replaceAll(/[^\p{L}\p{N}]/gu, "");
  const all = letters(source);
  const codes = [
    ...(text.match(spelledAddress) ?? []),
    ...(text.match(/\p{Lu}{2}\d{2}[\p{Lu}\d -]{8,40}|\+?\d(?:[ ()/-]{0,2}\d){6,30}/gu) ?? []),
    ...(text.match(/[\p{L}\p{N}_]{5,}/gu) ?? []).filter(
      (word) => /^[\p{Lu}\p{N}_]+$/u.test(word) && /\p{L}/u.test(word),
    ),
    ...(text.match(/[\p{Script=Latin}\p{N}_-]{8,}/gu) ?? []).filter(
      (word) => /\d/.test(word) && /\p{L}/u.test(word),
    ),
  ];
  return codes.some((code) => !all.includes(letters(code)));
}

/** Returns the number of content words and figures that a sentence shares with a message; the question's words count too. */
function anchorsOf(text: string, { text: source }: Source): number {
  const words = toWords(source);
  const language = languageOfQuestion(toWords(text));
  const beginnings = new Set(words.map(beginningOf));
  const content = toWords(text).filter((word) => !stopWordsOf(language).has(word));
  return new Set(content.map(beginningOf).filter((each) => beginnings.has(each))).size;
}

/** Returns the language of a text, or null for one without any of its small words. */
function languageIn(text: string): string | null {
  const words = toWords(text, 600);
  const language = languageOfQuestion(words);
  return words.some((word) => stopWordsOf(language).has(word)) ? language : null;
}

/** Endings differ between forms and languages. */
function beginningOf(word: string): string {
  return /^\p{L}/u.test(word) ? word.slice(0, 5) : word;
}

function isLike(one: string, other: string): boolean {
  return Math.abs(one.length - other.length) < 4 && one.slice(0, 4) === other.slice(0, 4);
}

const host = /^(?:[a-z0-9-]+\.)+[a-z]{2,24}$/i;

function isLink(token: string): boolean {
  if (token.includes("://") || /^(?:www\.|[a-z][a-z0-9+.-]{1,20}:\S)/i.test(token)) return true;
  if (token.includes("@")) return true;
  const [before = "", after] = token.split("/", 2);
  return after !== undefined && host.test(before);
}

/** Returns a token without surrounding punctuation. */
function bare(token: string): string {
  let [start, end] = [0, token.length];
  while (start < end && `<[("'“`.includes(token.charAt(start))) start++;
  while (end > start && `.,;:!?>)"'”]`.includes(token.charAt(end - 1))) end--;
  return token.slice(start, end);
}

/** Returns words that look like names. The capital of a sentence's first word does not count, nor any in German. */
function namesIn(text: string): string[] {
  if (languageOfQuestion(toWords(text)) === "de") return [];
  return [...text.matchAll(/(?<![.!?:]\s)(?<=\s|["“(])\p{Lu}[\p{L}\p{M}'’-]+/gu)]
    .map(([name]) => name.replace(/['’]s$/, ""))
    .filter((name) => !notNames.has(foldText(name)) && !isCalendarWord(name));
}
