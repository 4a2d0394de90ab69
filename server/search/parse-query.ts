import { searchLimits } from "@inlet/contract/mail/search-limits.ts";
import { searchDistance, searchJoints, searchPiece } from "@inlet/contract/mail/search-query.ts";
import { noWord, type ParsedQuery, type Part, type Single } from "./query-parts.ts";
import { createGroups, isAfterGap } from "./query-groups.ts";
import { isOperator, readPiece } from "./read-piece.ts";

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

/**
 * Returns the parts of a query that are joined by AND. Unclosed brackets reach to the end, and unmatched closing brackets are
 * ignored.
 */
function readParts(query: ParsedQuery, text: string, timeZone: string): Part[] {
  const typed = text.replaceAll(/[“”„«»]/gu, '"').trimEnd();
  const groups = createGroups(query);
  let count = 0;
  let [hasSign, hasNothing] = [false, false];
  let behindNear = -1;
  for (const match of typed.matchAll(searchPiece)) {
    // The number after AROUND was already read with it.
    if (match.index < behindNear) continue;
    const [all, minus, before = "", quotedText, word = "", opening, closing] = match;
    const group = groups.innermost();
    if (closing !== undefined) {
      groups.close();
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
      groups.open({ isEither: opening === "{", isNegated: minus !== undefined, operator });
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
      const isOneMoreWord = isWordAlone(part, match) && groups.isSideBySide();
      if (!isOneMoreWord) query.problem ??= "search.too_many";
    } else if (part) {
      groups.add(minus === undefined ? part : { kind: "without", part });
    } else {
      const isBegun = quotedText === "" && !all.endsWith('""');
      const isMinus = minus !== undefined && !isLine(all);
      hasSign ||= isSign(quotedText ?? word);
      hasNothing ||= quotedText !== "" && !isFiller(all);
      // The user is still typing: the operand of the minus may follow.
      if (all === "-" && end === typed.length) query.leftOut ??= noWord;
      groups.addNothing(before !== "" || isMinus, isBegun && before === "");
    }
  }
  const parts = groups.end();
  const isText = parts.some(saysText);
  if (hasSign || (hasNothing && !isText)) query.leftOut ??= noWord;
  // Beside words a sign may be ignored; with only operators beside it, it was the search itself.
  if (hasSign && !isText) query.problem ??= noWord;
  return parts.flatMap((part) => (part.kind === "all" ? part.parts : [part]));
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

/** Reports whether a piece is a word that can join others. */
function isJoint([, minus, before = "", quotedText, word = ""]: RegExpExecArray): boolean {
  const isBare = minus === undefined && before === "" && quotedText === undefined;
  return isBare && searchJoints.includes(word);
}
