import { randomId } from "#/base/random-id.ts";

/** An id for a new row, of the brand that its place asks for. */
export function newId<Id extends string>(now: number): Id {
  // A brand has no run-time form; here is where new ids get theirs.
  return randomId(now) as Id;
}
