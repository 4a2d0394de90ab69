import { Failure } from "#/base/failure.ts";
import type { RankedPlace } from "./ranked-search.ts";

/** Encodes the place at which a page by relevance continues, as used to request the next page. */
export function writeRankedCursor(place: RankedPlace): string {
  const numbers =
    "before" in place ? [place.before] : [place.top, place.floor, place.score, place.dateKey];
  return numbers.map((number) => number.toString(36)).join(".");
}

/** Parses a cursor. Throws list.bad_cursor. */
export function readRankedCursor(cursor: string): RankedPlace {
  const isWritten = /^[0-9a-z]{1,11}(?:\.[0-9a-z]{1,11}){0,3}$/.test(cursor);
  const numbers = cursor.split(".").map((number) => Number.parseInt(number, 36));
  const [first, floor, score, dateKey] = numbers;
  if (!isWritten || first === undefined || !numbers.every(Number.isSafeInteger)) {
    throw new Failure("list.bad_cursor");
  }
  if (floor === undefined) return { before: first };
  if (score === undefined || dateKey === undefined) throw new Failure("list.bad_cursor");
  return { top: first, floor, score, dateKey };
}
