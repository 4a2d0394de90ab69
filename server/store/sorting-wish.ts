import { SortingWish } from "@inlet/contract/sorting.ts";

/** What holds until the person says otherwise. */
const usual: SortingWish = { highShare: 15, learnsFromUse: true };

/** How the person wants mail sorted, of all that they chose (preferencesOf). */
export function readSortingWish(preferencesJson: string): SortingWish {
  // What cannot be read was written by another version.
  const { sorting } = JSON.parse(preferencesJson) as { sorting?: object };
  const read = SortingWish.safeParse({ ...usual, ...sorting });
  return read.success ? read.data : usual;
}
