import { searchLimits } from "@inlet/contract/mail/search-limits.ts";
import { searchDistance, searchJoints, searchPiece } from "@inlet/contract/mail/search-query.ts";
import { noWord, type ParsedQuery, type Part, type Single } from "./query-parts.ts";
import { isOperator, readPiece } from "./read-piece.ts";

/** Maximum distance of AROUND, in words. */
const widest = 50;
/**
 * Maximum words per side: each word of one side is searched near each of the other, so phrases of hundreds would take minutes.
 */
const wordsNear = 8;

/**
 * Parses typed text into terms and predicates that must all match. Words that punctuation joins, as in an address, must be
 * adjacent; the last word may be unfinished unless it is quoted. Days begin in the time zone. OR binds tighter than
 * juxtaposition, as in Gmail.
 */
export function parseQuery(text: string, timeZone: string = "UTC"): ParsedQuery {
  const query: ParsedQuery = {
    terms: [],
    asks: [],
    names: [],
    groups: [],
    isWhole: true,
    leftOut: null,
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
    } else if (isForMailbox(part)) {
      query.groups.push(part);
    } else {
      query.asks.push(part);
    }
  }
  return query;
}

type Grouped = Exclude<Part, Single | { kind: "name" }>;

function isForMailbox(part: Exclude<Part, { kind: "name" }>): part is Grouped {
  return ["all", "either", "without", "me", "userlabels"].includes(part.kind);
}

/** A group whose bracket is still open. */
interface Group {
  /** Chains of parts joined by OR; several chains are joined by AND. */
  chains: Part[][];
  isEither: boolean;
  isNegated: boolean;
  /** Operator before the bracket, which applies to words inside without one. */
  operator: string;
  hasJoint: boolean;
  isExclusion: boolean;
  /** True if the last piece typed was dropped as empty. */
  isBehindNothing: boolean;
  /** Maximum number of words between the previous part and the next. */
  near?: number | undefined;
}

const deepest = 20;

/**
 * Returns the parts of a query that are joined by AND. Unclosed brackets reach to the end, and unmatched closing brackets are
 * ignored.
 */
function readParts(query: ParsedQuery, text: string, timeZone: string): Part[] {
  const typed = text.replaceAll(/[“”„«»]/gu, '"').trimEnd();
  const open: Group[] = [groupOf(false, false, "")];
  let count = 0;
  let [hasSign, hasNothing] = [false, false];
  const add = (part: Part): void => {
    const group = open.at(-1);
    if (!group) return;
    group.isBehindNothing = false;
    if (group.near !== undefined) {
      addNear(query, group, part);
      return;
    }
    const whole: Part = group.isExclusion ? { kind: "without", part } : part;
    const chain = group.chains.at(-1);
    if (group.hasJoint && chain) chain.push(whole);
    else group.chains.push([whole]);
    group.hasJoint = false;
    group.isExclusion = false;
  };
  /** An empty part that was intended, or is joined to something, must not be ignored: more mail would be found without it. */
  const addNothing = (isMeant: boolean, isBegun: boolean): void => {
    const group = open.at(-1);
    if (!group) return;
    query.isWhole = false;
    const isJoined = group.hasJoint || group.isExclusion || group.near !== undefined;
    // The user is still typing: the operand may follow.
    if (isMeant || isJoined) query[isBegun ? "leftOut" : "problem"] ??= noWord;
    group.hasJoint = false;
    group.isExclusion = false;
    group.near = undefined;
    group.isBehindNothing = true;
  };
  const close = (isTyped: boolean): void => {
    const group = open.pop();
    if (!group) return;
    recordEnd(query, group);
    const part = partOf(group);
    if (part) add(group.isNegated ? { kind: "without", part } : part);
    else addNothing(group.isNegated || group.operator !== "", !isTyped);
  };
  let behindNear = -1;
  for (const match of typed.matchAll(searchPiece)) {
    // The number after AROUND was already read with it.
    if (match.index < behindNear) continue;
    const [all, minus, before = "", quotedText, word = "", opening, closing] = match;
    const group = open.at(-1);
    if (!group) break;
    if (closing !== undefined) {
      if (open.length > 1) close(true);
      continue;
    }
    const end = match.index + all.length;
    const distance = isJoint(match) && word === "AROUND" && searchDistance.exec(typed.slice(end));
    if ((distance || (isJoint(match) && word === "OR")) && isAfterGap(group)) {
      query.problem ??= noWord;
    }
    if (distance) {
      group.near = Number(distance[1]);
      behindNear = end + distance[0].length;
      continue;
    }
    if (isJoint(match) && word !== "AROUND") {
      if (word === "OR") group.hasJoint = true;
      if (word === "NOT") group.isExclusion = !group.isExclusion;
      continue;
    }
    const operator = (before || group.operator).toLowerCase();
    if (opening !== undefined) {
      if (before !== "" && !isOperator(operator)) query.problem ??= "search.unknown_operator";
      if (open.length > deepest) query.problem ??= noWord;
      else open.push(groupOf(opening === "{", minus !== undefined, operator));
      continue;
    }
    const isPrefix = end === typed.length && (quotedText === undefined || !all.endsWith('"'));
    const part = readPiece(query, { operator, value: quotedText ?? word, isPrefix }, timeZone, {
      isQuoted: quotedText !== undefined,
      before,
    });
    if (part && ++count > searchLimits.things) {
      query.isWhole = false;
      query.leftOut ??= "search.too_many";
      // The last words of a pasted text can be ignored. Ignoring any other condition would find wrong messages.
      const isOneMoreWord = isWordAlone(part, match) && isSideBySide(open);
      if (!isOneMoreWord) query.problem ??= "search.too_many";
    } else if (part) {
      add(minus === undefined ? part : { kind: "without", part });
    } else {
      const isBegun = quotedText === "" && !all.endsWith('""');
      const isMinus = minus !== undefined && !isLine(all);
      hasSign ||= isSign(quotedText ?? word);
      hasNothing ||= quotedText !== "" && !isFiller(all);
      // The user is still typing: the operand of the minus may follow.
      if (all === "-" && end === typed.length) query.leftOut ??= noWord;
      addNothing(before !== "" || isMinus, isBegun && before === "");
    }
  }
  while (open.length > 1) close(false);
  const [top] = open;
  if (!top) return [];
  const parts = top.chains.map(chainOf);
  const isText = parts.some(saysText);
  if (hasSign || (hasNothing && !isText)) query.leftOut ??= noWord;
  // Beside words a sign may be ignored; with only operators beside it, it was the search itself.
  if (hasSign && !isText) query.problem ??= noWord;
  recordEnd(query, top);
  return parts.flatMap((part) => (part.kind === "all" ? part.parts : [part]));
}

/** Reports an AROUND, OR or NOT without an operand. */
function recordEnd(query: ParsedQuery, { near, hasJoint, isExclusion }: Group): void {
  if (near !== undefined) query.problem ??= noWord;
  if (!hasJoint && !isExclusion) return;
  query.isWhole = false;
  query.leftOut ??= noWord;
}

/** Reports whether a joint would apply to the part before one that was dropped as empty. */
function isAfterGap({ isBehindNothing, chains }: Group): boolean {
  return isBehindNothing && chains.length > 0;
}

/** Reports whether a piece is a plain word, as in pasted text. */
function isWordAlone(part: Part, [, minus, , quotedText, word = ""]: RegExpExecArray): boolean {
  const isBare = minus === undefined && quotedText === undefined && !word.startsWith("+");
  return isBare && part.kind === "words" && part.term.column === "any";
}

/** Dashes and arrows in a text, such as -- and ->, are no negation. */
function isLine(text: string): boolean {
  return /^[-=>]+$/.test(text);
}

/** Reports whether a piece is punctuation between the words of a text, without a meaning. */
function isFiller(text: string): boolean {
  return text === "&" || isLine(text);
}

/** Reports whether every match of this part contains searched words of the text; words in names of people do not count. */
function saysText(part: Part): boolean {
  if (part.kind === "all") return part.parts.some(saysText);
  if (part.kind === "either") return part.parts.every(saysText);
  return part.kind === "words" && ["any", "subject"].includes(part.term.column);
}

/** Reports whether these are signs with a meaning, such as pictographs, stars and currencies; ASCII signs have none. */
function isSign(text: string): boolean {
  return /\p{Extended_Pictographic}|(?!\p{ASCII})\p{S}/u.test(text);
}

/** Reports whether the next part is joined to everything else by AND. */
function isSideBySide([top, ...deeper]: readonly Group[]): boolean {
  return deeper.length === 0 && !top?.hasJoint && !top?.isExclusion && top?.near === undefined;
}

/** Reports whether a piece is a word that can join others. */
function isJoint([, minus, before = "", quotedText, word = ""]: RegExpExecArray): boolean {
  const isBare = minus === undefined && before === "" && quotedText === undefined;
  return isBare && searchJoints.includes(word);
}

/** Adds words that must occur near the previous words in the same column. */
function addNear(query: ParsedQuery, group: Group, part: Part): void {
  const within = group.near ?? 0;
  const isJoined = group.hasJoint || group.isExclusion;
  group.near = undefined;
  const chain = group.chains.at(-1);
  const first = chain?.at(-1);
  const areWords =
    first?.kind === "words" &&
    part.kind === "words" &&
    first.term.near === undefined &&
    first.term.column === part.term.column;
  const isShort = areWords && [first, part].every(({ term }) => term.words.length <= wordsNear);
  if (!chain || !areWords || !isShort || isJoined || within > widest) {
    query.problem ??= noWord;
    return;
  }
  const { words, isPrefix } = part.term;
  chain[chain.length - 1] = {
    kind: "words",
    term: { ...first.term, isPrefix, near: { words, within } },
  };
}

function groupOf(isEither: boolean, isNegated: boolean, operator: string): Group {
  const flags = { hasJoint: false, isExclusion: false, isBehindNothing: false };
  return { chains: [], isEither, isNegated, operator, ...flags };
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
