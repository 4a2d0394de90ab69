import { SortingWish } from "@inlet/contract/sorting.ts";

/** Default settings. */
const usual: SortingWish = { highShare: 15, learnsFromUse: true };

/** Reads the classification settings from the user's preferences (preferencesOf). */
export function readSortingWish(preferencesJson: string): SortingWish {
  // Unreadable settings were written by another version.
  const { sorting } = JSON.parse(preferencesJson) as { sorting?: object };
  const read = SortingWish.safeParse({ ...usual, ...sorting });
  return read.success ? read.data : usual;
}
