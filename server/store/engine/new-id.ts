import { randomId } from "#/base/random-id.ts";

/** Returns an id for a new row, with the brand that the caller expects. */
export function newId<Id extends string>(now: number): Id {
  // Brands do not exist at run time, so new ids get theirs by this cast.
  return randomId(now) as Id;
}
