import { limits } from "@inlet/contract/limits.ts";
import { searchLimits } from "@inlet/contract/mail/search-limits.ts";
import { piecesOf } from "#/features/search/query/query-terms.ts";
import { type Segment, withSegment } from "#/features/search/query/query-segments.ts";
import { resultTexts as texts } from "#/features/search/results/result-texts.ts";

/** A suggested search with its label. */
export interface Way {
  label: string;
  words: string;
}

/** Each variant without one of the words costs the server a search. */
const maxWords = 6;

/** Returns wider variants of a search without results: in more folders, and without one of its words and filters. */
export function widerSearches(query: string, segments: readonly Segment[]): Way[] {
  const ways: Way[] = [];
  const pieces = piecesOf(query);
  const things = pieces.filter(({ isJoint }) => !isJoint).length;
  // Added in front, because the last word may be unfinished and a quotation mark open; but a leading OR would join it to all
  // messages.
  const everywhere = `in:anywhere ${query.trim().replace(/^(?:(?:OR|AND)(?:\s+|$))+/, "")}`;
  const isOneTooMany = things >= searchLimits.things || everywhere.length > limits.searchMaxLength;
  if (!isOneTooMany && pieces.every(({ operator }) => operator !== "in")) {
    ways.push({ label: texts.everywhere, words: everywhere });
  }
  // A word taken out of a group would change its meaning.
  const isPlain = things === pieces.length && things <= maxWords;
  const filter = segments.findLast(({ operator }) => operator !== "");
  for (const part of isPlain ? pieces : filter ? [filter] : []) {
    const rest = withSegment(query, part, "").trim();
    if (Array.from(rest).length >= limits.searchMinLength)
      ways.push({ label: texts.leaveOut(part.text), words: rest });
  }
  return ways;
}
