import type { Synced } from "#/integrations/core/adapter.ts";

/** With more entries than this, the user is asked when more than half are gone. */
const maxFew = 10;

/**
 * Returns the question to the user before entries that are gone there are deleted here: a server that lost its data, or a book
 * that was emptied by mistake, must not empty this one. Null if they may be deleted.
 */
export function tooManyDeleted(known: number, gone: number, of = "contacts"): Synced | null {
  const left = known - gone;
  const isMost = known > maxFew && left * 2 < known;
  const isAll = known > 1 && left === 0;
  if (!isMost && !isAll) return null;
  return {
    result: "refused",
    asks: true,
    answer: `The address book's server now has ${left === 0 ? "none" : `only ${left}`} of your ${known} ${of}. Nothing was deleted here: choose "Sync now" to delete the others here too.`,
  };
}
