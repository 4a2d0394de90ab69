import { Category, Priority } from "@inlet/contract/email.ts";
import { type SearchOperator, searchOperators, searchPiece } from "@inlet/contract/search-query.ts";
import { firstKeyOf } from "#/store/date-keys.ts";
import type { Ask, Term } from "#/store/search.ts";
import { startOf } from "./day-start.ts";
import { isSpaceless, toWords } from "./words.ts";

const maxTerms = 30;

/** What was typed, before names are looked up. */
export interface ParsedQuery {
  terms: Term[];
  asks: Ask[];
  /** What only the mailbox can tell. */
  names: { operator: "in" | "label" | "account"; name: string }[];
  /** date_keys: at least this one, and below that one. */
  from?: number;
  until?: number;
  /** Everything that was typed is asked for: of some words nothing is left, and there is an end to their number. */
  isWhole: boolean;
  /** The first operator that does not exist, or does not take its value. */
  problem: "search.unknown_operator" | "search.unknown_value" | null;
}

const columns = { from: "sender", to: "recipients", subject: "subject" } as const;

/**
 * What a person typed, as terms and asks that all must be met. Words that punctuation joins, as in an address, must
 * stand side by side; the last word may be unfinished unless it is quoted. Days begin as they do in the time zone.
 */
export function parseQuery(text: string, timeZone: string = "UTC"): ParsedQuery {
  const query: ParsedQuery = { terms: [], asks: [], names: [], isWhole: true, problem: null };
  const typed = text.replaceAll(/[“”„«»]/gu, '"').trimEnd();
  for (const match of typed.matchAll(searchPiece)) {
    const [all, before = "", quotedText, word = ""] = match;
    const value = quotedText ?? word;
    const operator = before.toLowerCase();
    const isLast = match.index + all.length === typed.length;
    const isPrefix = isLast && (quotedText === undefined || !all.endsWith('"'));
    if (before === "" || (!isOperator(operator) && isPort(value))) {
      // An operator without a value asks for something that is not there.
      if (quotedText === undefined && isBare(value)) query.problem ??= "search.unknown_value";
      else addTerm(query, "any", before === "" ? value : `${before}:${value}`, isPrefix);
    } else if (!isOperator(operator)) {
      query.problem ??= "search.unknown_operator";
    } else if (operator === "from" && value.toLowerCase() === "me") {
      query.asks.push({ kind: "own" });
    } else if (operator === "from" || operator === "to" || operator === "subject") {
      addTerm(query, columns[operator], value, isPrefix);
    } else if (!addAsk(query, operator, value.trim().toLowerCase(), timeZone)) {
      query.problem ??= "search.unknown_value";
    }
  }
  if (query.terms.length > maxTerms) query.isWhole = false;
  query.terms = query.terms.slice(0, maxTerms);
  return query;
}

function isOperator(word: string): word is SearchOperator {
  return Object.hasOwn(searchOperators, word);
}

function isBare(word: string): boolean {
  return word.endsWith(":") && isOperator(word.slice(0, -1).toLowerCase());
}

/** localhost:3000 and 10:30 are words. */
function isPort(value: string): boolean {
  return /^\d+$/.test(value);
}

function addTerm(
  query: ParsedQuery,
  column: Term["column"],
  text: string,
  isPrefix: boolean,
): void {
  const words = toWords(text);
  if (words.length > 0) query.terms.push(termOf(column, words, isPrefix));
  else query.isWhole = false;
}

/** Whether the operator takes this value. */
function addAsk(
  query: ParsedQuery,
  operator: Exclude<SearchOperator, keyof typeof columns>,
  value: string,
  timeZone: string,
): boolean {
  if (value === "") return false;
  if (operator === "before" || operator === "after") {
    const time = startOf(value, timeZone);
    if (time === undefined) return false;
    const key = firstKeyOf(time);
    if (operator === "after") query.from = Math.max(query.from ?? 0, key);
    else query.until = Math.min(query.until ?? Number.MAX_SAFE_INTEGER, key);
    return true;
  }
  if (operator === "in" || operator === "label" || operator === "account") {
    query.names.push({ operator, name: value });
    return true;
  }
  const ask = valueAsks[operator](value);
  if (ask === undefined) return false;
  query.asks.push(ask);
  return true;
}

const listed = (filter: Extract<Ask, { kind: "listed" }>["filter"]): Ask => ({
  kind: "listed",
  filter,
});

const states: Record<(typeof searchOperators.is)[number], Ask> = {
  unread: listed({ isUnread: true }),
  read: listed({ isUnread: false }),
  starred: listed({ isStarred: true }),
  unstarred: listed({ isStarred: false }),
  important: listed({ isImportant: true }),
  unanswered: listed({ turn: "reply" }),
  waiting: listed({ turn: "waiting" }),
  fyi: listed({ turn: "fyi" }),
  muted: { kind: "muted" },
  snoozed: { kind: "role", role: "snoozed" },
};

const valueAsks: Record<
  "has" | "is" | "category" | "priority",
  (value: string) => Ask | undefined
> = {
  has: (value) => (value === "attachment" ? listed({ hasAttachments: true }) : undefined),
  is: (value) => Object.entries(states).find(([name]) => name === value)?.[1],
  category: (value) => {
    const category = Category.options.find((name) => name.toLowerCase() === value);
    return category && listed({ category });
  },
  priority: (value) => {
    const priority = Priority.options.find((name) => name.toLowerCase() === value);
    return priority && listed({ priority });
  },
};

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
