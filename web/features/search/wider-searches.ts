import { type Segment, withSegment } from "#/features/search/query-segments.ts";
import { resultTexts as texts } from "#/features/search/result-texts.ts";

/** Another search, and what it is offered as. */
export interface Way {
  label: string;
  words: string;
}

/** Where a search finds nothing: in more folders, and without the last of its filters. */
export function widerSearches(query: string, segments: readonly Segment[]): Way[] {
  const ways: Way[] = [];
  if (!/(?:^|[\s({-])in:/i.test(query)) {
    // In front, for the last word may be unfinished, and a quotation mark open.
    ways.push({ label: texts.everywhere, words: `in:anywhere ${query.trim()}` });
  }
  const filter = segments.findLast(({ operator }) => operator !== "");
  if (filter && segments.length > 1) {
    ways.push({ label: texts.leaveOut(filter.text), words: withSegment(query, filter, "") });
  }
  return ways;
}
