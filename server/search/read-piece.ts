import { type SearchOperator, searchOperators } from "@inlet/contract/mail/search-query.ts";
import { isSpaceless, toWords } from "#/base/tokenize.ts";
import { predicateOf } from "./operator-predicates.ts";
import { allOf, addressPredicates, noWord, type ParsedQuery, type Part } from "./query-parts.ts";
import type { Term } from "#/store/search/word-query.ts";

/** Parses one piece; undefined if nothing is left of it, and for a problem, which is stored in the query. */
export function readPiece(
  query: ParsedQuery,
  { operator, value, isPrefix }: { operator: string; value: string; isPrefix: boolean },
  timeZone: string,
  { isQuoted, before }: { isQuoted: boolean; before: string },
): Part | undefined {
  const wordsOf = (
    column: Term["column"],
    text: string,
    isOpen: boolean = isPrefix,
  ): Part | undefined => {
    const words = toWords(text);
    return words.length > 0 ? { kind: "words", term: termOf(column, words, isOpen) } : undefined;
  };
  if (operator === "" || (!isOperator(operator) && isPort(value))) {
    if (isQuoted || !isBare(value)) {
      // An exact word, not the prefix of a longer one.
      const isExact = !isQuoted && before === "" && /^\+./.test(value);
      return wordsOf("any", before === "" ? value : `${before}:${value}`, !isExact && isPrefix);
    }
    // An operator without a value matches nothing.
    query.problem ??= noWord;
    return undefined;
  }
  if (!isOperator(operator)) {
    query.problem ??= "search.unknown_operator";
    return undefined;
  }
  if (operator === "subject") return wordsOf(operator, value);
  if (isOfPeople(operator)) {
    if (value.trim().toLowerCase() === "me") {
      return operator === "from" ? { kind: "own" } : { kind: "me", field: operator };
    }
    const found = wordsOf("any", value);
    return found?.kind === "words" ? allOf(addressPredicates(operator, found.term)) : undefined;
  }
  const part = predicateOf(operator, { typed: value.trim(), isPrefix }, timeZone);
  if (part === undefined) query.problem ??= noWord;
  return part;
}

function isOfPeople(operator: SearchOperator): operator is "from" | "to" | "cc" | "bcc" | "with" {
  return searchOperators[operator] === "person";
}

export function isOperator(word: string): word is SearchOperator {
  return Object.hasOwn(searchOperators, word);
}

function isBare(word: string): boolean {
  return word.endsWith(":") && isOperator(word.slice(0, -1).toLowerCase());
}

/** Reports whether the value is a number, as in localhost:3000 or 10:30, which are words. */
function isPort(value: string): boolean {
  return /^\d+$/.test(value);
}

function termOf(column: Term["column"], words: string[], isPrefix: boolean): Term {
  const last = words.at(-1) ?? "";
  const before = words.at(-2) ?? "";
  // The index holds the last character of a run as a single entry, but the typed text may be the beginning of a longer run.
  const isEndOfRun =
    isSpaceless(before) && Array.from(before).length === 2 && before.endsWith(last);
  if (isSpaceless(last) && isEndOfRun) return { column, words: words.slice(0, -1), isPrefix };
  // A single character may begin a pair or end a run.
  return { column, words, isPrefix: isPrefix || isSpaceless(last) };
}
