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

/** Returns wider variants of a search without results: in more folders, and without the last of its filters. */
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
  const filter = segments.findLast(({ operator }) => operator !== "");
  const rest = filter && withSegment(query, filter, "");
  if (rest && Array.from(rest).length >= limits.searchMinLength) {
    ways.push({ label: texts.leaveOut(filter.text), words: rest });
  }
  return ways;
}
