import { stem } from "#/ai/retrieval/stem.ts";
import { askingWordsOf, stopWordsOf } from "#/ai/retrieval/question-words.ts";
import { areFiguresIn, figuresIn, namedIn } from "#/ai/text/checkable.ts";
import { toWords } from "#/base/tokenize.ts";

/** The evidence for a model's sentence. */
export interface Source {
  id: string;
  /** All text of the message that the model was given. */
  text: string;
}

export interface Verified {
  text: string;
  cites: string[];
  /** Null: it is verified. Otherwise it is left out: it cites nothing, or a cited message does not contain something in it. */
  problem: "no-source" | "unfounded" | null;
}

/**
 * Verifies a sentence against the messages that it cites. Unknown ids are dropped; numbers, dates, amounts, addresses and names
 * must occur in a cited message or in the question.
 */
export function verify(line: string, sources: readonly Source[], question: string): Verified {
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
  if (text === "" || cites.length === 0) return { text, cites, problem: "no-source" };
  const cited = cites.map((id) => known.get(id)?.text ?? "").join("\n");
  return { text, cites, problem: isFounded(text, cited, question) ? null : "unfounded" };
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

function isFounded(text: string, cited: string, question: string): boolean {
  const source = `${cited}\n${question}`;
  const lower = source.toLowerCase();
  const known = new Set(lower.split(/[\s<>"'()[\]]/).map(bare));
  const tokens = text.split(" ");
  // An address or link must match completely, because a part of a known one may lead elsewhere.
  const links = tokens.filter((token) => isLink(bare(token)));
  if (!links.every((link) => known.has(bare(link.toLowerCase())))) return false;
  const others = tokens.filter((token) => !isLink(bare(token)));
  const hosts = others
    .map((token) => bare(token).toLowerCase())
    .filter((token) => host.test(token));
  const named = namedIn(source);
  if (!hosts.every((name) => named.has(name))) return false;
  const rest = others.join(" ");
  if (!areFiguresIn(rest, figuresIn(source))) return false;

  // The assistant only reads, so a sentence that claims an action is false.
  if (claim.test(text)) return false;
  const words = new Set(toWords(source));
  const stems = new Set([...words].map((word) => stem(word)));
  const claimed = toWords(rest).filter(
    (word) => !stopWordsOf("en").has(word) && !askingWordsOf("en").has(word),
  );
  const borne = claimed.filter((word) => stems.has(stem(word)));
  if (borne.length < claimed.length / 2) return false;
  return namesIn(rest).every((name) => toWords(name).every((word) => words.has(word)));
}

const claim =
  /\b(?:I|we)(?:['’]ve| have|['’]ll| will| did)?(?: \w+)? (?:sent|send|forwarded|forward|archived?|deleted?|labell?ed|label|moved?|snoozed?|replied|scheduled?|created?|updated?|ran|run|executed?)\b/i;

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

/** Returns words that look like names. The capital of a sentence's first word does not count. */
function namesIn(text: string): string[] {
  return [
    ...text.matchAll(/(?<![.!?:]\s)(?<=\s|["“(])\p{Lu}[\p{L}\p{M}'’-]+/gu),
    ...text.matchAll(/\p{Lu}[\p{Lu}\p{N}_-]{2,}/gu),
  ]
    .map(([name]) => name.replace(/['’]s$/, ""))
    .filter((name) => !notNames.has(name.toLowerCase()));
}

/** Capitalized English words that are not names. */
const notNames = new Set([
  "i",
  "you",
  "your",
  "the",
  "they",
  "he",
  "she",
  "it",
  "we",
  "re",
  "ok",
  "pdf",
  "yes",
  "no",
]);
