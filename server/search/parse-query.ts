import { Category, Priority } from "@inlet/contract/email.ts";
import {
  searchJoints,
  type SearchOperator,
  searchOperators,
  searchPiece,
} from "@inlet/contract/search-query.ts";
import { firstKeyOf } from "#/store/date-keys.ts";
import type { Ask, Term } from "#/store/search.ts";
import { startOf, timeAgo } from "./day-start.ts";
import { isSpaceless, toWords } from "./words.ts";

const maxTerms = 30;

type NameOperator = "in" | "label" | "account";

type Single = Exclude<Ask, { kind: "and" | "or" | "not" }>;

/** A part of what was typed; names are what only the mailbox can tell. */
export type Part =
  | Single
  | { kind: "name"; operator: NameOperator; name: string }
  | { kind: "without"; part: Part }
  | { kind: "all"; parts: Part[] }
  | { kind: "either"; parts: Part[] };

/** What was typed, before names are looked up. All of it must be met. */
export interface ParsedQuery {
  terms: Term[];
  asks: Single[];
  names: { operator: NameOperator; name: string }[];
  /** What is taken away, and where one of several is enough. */
  groups: Part[];
  /** date_keys: at least this one, and below that one. */
  from?: number;
  until?: number;
  /** Everything that was typed is asked for: of some words nothing is left, and there is an end to their number. */
  isWhole: boolean;
  /** The first operator that does not exist, or does not take its value. */
  problem: "search.unknown_operator" | "search.unknown_value" | null;
}

const columns = { from: "sender", to: "recipients", with: "party", subject: "subject" } as const;

/**
 * What a person typed, as terms and asks that all must be met. Words that punctuation joins, as in an address, must
 * stand side by side; the last word may be unfinished unless it is quoted. Days begin as they do in the time zone. OR
 * binds closer than what stands side by side, as it does in Gmail.
 */
export function parseQuery(text: string, timeZone: string = "UTC"): ParsedQuery {
  const query: ParsedQuery = {
    terms: [],
    asks: [],
    names: [],
    groups: [],
    isWhole: true,
    problem: null,
  };
  for (const part of readParts(query, text, timeZone)) {
    if (part.kind === "words") query.terms.push(part.term);
    else if (part.kind === "name") query.names.push({ operator: part.operator, name: part.name });
    else if (part.kind === "dates") {
      if (part.from !== undefined) query.from = Math.max(query.from ?? 0, part.from);
      if (part.until !== undefined) {
        query.until = Math.min(query.until ?? Number.MAX_SAFE_INTEGER, part.until);
      }
    } else if (part.kind === "all" || part.kind === "either" || part.kind === "without") {
      query.groups.push(part);
    } else {
      query.asks.push(part);
    }
  }
  return query;
}

/** A group that is still open. */
interface Group {
  /** Joined by OR; those of several stand side by side. */
  chains: Part[][];
  isEither: boolean;
  isNegated: boolean;
  /** In front of the bracket: of words inside that have none. */
  operator: string;
  hasJoint: boolean;
  takesAway: boolean;
}

const deepest = 20;

/** The parts of a query side by side. Brackets that are not closed reach to the end, others that close nothing are none. */
function readParts(query: ParsedQuery, text: string, timeZone: string): Part[] {
  const typed = text.replaceAll(/[“”„«»]/gu, '"').trimEnd();
  const open: Group[] = [groupOf(false, false, "")];
  let count = 0;
  const add = (part: Part): void => {
    const group = open.at(-1);
    if (!group) return;
    const whole: Part = group.takesAway ? { kind: "without", part } : part;
    const chain = group.chains.at(-1);
    if (group.hasJoint && chain) chain.push(whole);
    else group.chains.push([whole]);
    group.hasJoint = false;
    group.takesAway = false;
  };
  const close = (): void => {
    const group = open.pop();
    const part = group && partOf(group);
    if (group && part) add(group.isNegated ? { kind: "without", part } : part);
  };
  for (const match of typed.matchAll(searchPiece)) {
    const [all, minus, before = "", quotedText, word = "", opening, closing] = match;
    const group = open.at(-1);
    if (!group) break;
    if (closing !== undefined) {
      if (open.length > 1) close();
      continue;
    }
    if (minus === undefined && before === "" && searchJoints.includes(word)) {
      if (word === "OR") group.hasJoint = true;
      if (word === "NOT") group.takesAway = !group.takesAway;
      continue;
    }
    const operator = (before || group.operator).toLowerCase();
    if (opening !== undefined) {
      if (before !== "" && !isOperator(operator)) query.problem ??= "search.unknown_operator";
      if (open.length > deepest) query.problem ??= "search.unknown_value";
      else open.push(groupOf(opening === "{", minus !== undefined, operator));
      continue;
    }
    const isLast = match.index + all.length === typed.length;
    const isPrefix = isLast && (quotedText === undefined || !all.endsWith('"'));
    const part = readPiece(query, { operator, value: quotedText ?? word, isPrefix }, timeZone, {
      isQuoted: quotedText !== undefined,
      before,
    });
    if (part && ++count > maxTerms) query.isWhole = false;
    else if (part) add(minus === undefined ? part : { kind: "without", part });
    else {
      group.hasJoint = false;
      group.takesAway = false;
    }
  }
  while (open.length > 1) close();
  const top = open[0]?.chains ?? [];
  return top.map(chainOf).flatMap((part) => (part.kind === "all" ? part.parts : [part]));
}

function groupOf(isEither: boolean, isNegated: boolean, operator: string): Group {
  return { chains: [], isEither, isNegated, operator, hasJoint: false, takesAway: false };
}

function chainOf(parts: Part[]): Part {
  const [only] = parts;
  return only && parts.length === 1 ? only : { kind: "either", parts };
}

function partOf({ chains, isEither }: Group): Part | undefined {
  const parts = chains.map(chainOf);
  if (parts.length < 2) return parts[0];
  return { kind: isEither ? "either" : "all", parts };
}

/** What one piece asks for; undefined where nothing is left of it, and for a problem, which the query keeps. */
function readPiece(
  query: ParsedQuery,
  { operator, value, isPrefix }: { operator: string; value: string; isPrefix: boolean },
  timeZone: string,
  { isQuoted, before }: { isQuoted: boolean; before: string },
): Part | undefined {
  const wordsOf = (column: Term["column"], text: string): Part | undefined => {
    const words = toWords(text);
    if (words.length > 0) return { kind: "words", term: termOf(column, words, isPrefix) };
    query.isWhole = false;
    return undefined;
  };
  if (operator === "" || (!isOperator(operator) && isPort(value))) {
    if (isQuoted || !isBare(value))
      return wordsOf("any", before === "" ? value : `${before}:${value}`);
    // An operator without a value asks for something that is not there.
    query.problem ??= "search.unknown_value";
    return undefined;
  }
  if (!isOperator(operator)) {
    query.problem ??= "search.unknown_operator";
    return undefined;
  }
  if (operator === "from" && value.toLowerCase() === "me") return { kind: "own" };
  if (operator === "from" || operator === "to" || operator === "with" || operator === "subject") {
    return wordsOf(columns[operator], value);
  }
  const part = askOf(operator, value.trim().toLowerCase(), timeZone);
  if (part === undefined) query.problem ??= "search.unknown_value";
  return part;
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

/** What an operator asks for with this value; undefined where it does not take it. */
function askOf(
  operator: Exclude<SearchOperator, keyof typeof columns>,
  value: string,
  timeZone: string,
): Part | undefined {
  if (value === "") return undefined;
  switch (operator) {
    case "before":
    case "older":
    case "after":
    case "newer": {
      const time = startOf(value, timeZone);
      return time === undefined
        ? undefined
        : datesOf(time, operator === "after" || operator === "newer");
    }
    case "older_than":
    case "newer_than": {
      const time = timeAgo(value);
      return time === undefined ? undefined : datesOf(time, operator === "newer_than");
    }
    case "in":
    case "label":
    case "account":
      return { kind: "name", operator, name: value };
    case "has":
    case "is":
    case "category":
    case "priority":
      return valueAsks[operator](value);
  }
}

function datesOf(time: number, isSince: boolean): Part {
  const key = firstKeyOf(time);
  return isSince ? { kind: "dates", from: key } : { kind: "dates", until: key };
}

const listed = (filter: Extract<Ask, { kind: "listed" }>["filter"]): Single => ({
  kind: "listed",
  filter,
});

const states: Record<(typeof searchOperators.is)[number], Single> = {
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
  (value: string) => Single | undefined
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
