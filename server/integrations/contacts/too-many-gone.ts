import type { Synced } from "#/integrations/core/room.ts";

/** Of so many the person is asked when more than half are gone. */
const fewMax = 10;

/**
 * Why what is gone there is not deleted here unasked: a server that lost its data, or a book that was emptied by mistake,
 * is not to empty this one. Null when it may be.
 */
export function tooManyGone(known: number, gone: number, of = "contacts"): Synced | null {
  const left = known - gone;
  const isMost = known > fewMax && left * 2 < known;
  const isAll = known > 1 && left === 0;
  if (!isMost && !isAll) return null;
  return {
    result: "refused",
    asks: true,
    answer: `The address book's server now has ${left === 0 ? "none" : `only ${left}`} of your ${known} ${of}. Nothing was deleted here: choose "Sync now" to delete the others here too.`,
  };
}
