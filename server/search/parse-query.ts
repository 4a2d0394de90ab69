import type { Term, WordQuery } from "#/store/search.ts";
import { isSpaceless, toWords } from "./words.ts";

const maxTerms = 30;

const columns: Record<string, Term["column"]> = {
  from: "sender",
  to: "recipients",
  subject: "subject",
};

/** `from:"jane doe"`, `subject:tax`, `"two words"`, `word`; a quotation mark that is not closed reaches to the end. */
const piece = /(?:(from|to|subject):)?(?:"([^"]*)(?:"|$)|([^\s"]+))/giu;

/**
 * What a person typed, as terms that all must be met. Words that punctuation joins, as in an address, must stand side
 * by side; the last word may be unfinished unless it is quoted. Everything typed means something: nothing is an error.
 */
export function parseQuery(text: string): WordQuery {
  const terms: Term[] = [];
  const typed = text.replaceAll(/[“”„«»]/gu, '"').trimEnd();
  for (const match of typed.matchAll(piece)) {
    const [all, operator = "", quotedText, word = ""] = match;
    const words = toWords(quotedText ?? word);
    if (words.length === 0) continue;
    const isLast = match.index + all.length === typed.length;
    const isOpen = quotedText === undefined || !all.endsWith('"');
    terms.push(termOf(columns[operator.toLowerCase()] ?? "any", words, isLast && isOpen));
  }
  return { terms: terms.slice(0, maxTerms) };
}

function termOf(column: Term["column"], words: string[], isPrefix: boolean): Term {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  // The index holds the last character of a run alone, but what was typed may be the beginning of a longer run.
  const isEndOfRun =
    isSpaceless(before) && Array.from(before).length === 2 && before.endsWith(last);
  if (isSpaceless(last) && isEndOfRun) return { column, words: words.slice(0, -1), isPrefix };
  // One character is the beginning of a pair or the end of a run.
  return { column, words, isPrefix: isPrefix || isSpaceless(last) };
}
