import { bit, type Bit } from "#/store/engine/bit.ts";
import { flagsOfLabel, gmailPrefix, labelNamesOf } from "#/store/labels/keywords.ts";

/** A pending change of flags. */
export interface FlagsOperation {
  kind: "flags";
  add: string[];
  remove: string[];
}

/** Returns the flag columns of a message or location, in one spelling and order: equal sets are equal text. */
export function flagColumns(flags: Iterable<string>): {
  flags_json: string;
  is_seen: Bit;
  is_starred: Bit;
} {
  const set = new Set(Array.from(flags, properFlag));
  return {
    flags_json: JSON.stringify([...set].toSorted()),
    is_seen: bit(set.has("\\Seen")),
    is_starred: bit(set.has("\\Flagged")),
  };
}

/** Flags are case-insensitive (RFC 3501, 2.3.2). */
function properFlag(flag: string): string {
  return systemFlags.get(flag.toLowerCase()) ?? flag;
}

const systemFlags = new Map(
  ["\\Seen", "\\Answered", "\\Flagged", "\\Deleted", "\\Draft"].map((flag) => [
    flag.toLowerCase(),
    flag,
  ]),
);

/** Parses the list in a flags_json column. */
export function readFlags(json: string): string[] {
  // Only flagColumns writes this column.
  return JSON.parse(json) as string[];
}

/**
 * Applies flag operations in order, for a message in the folder at `folderPath`. Spellings of a label are equivalent: Gmail
 * reports it in another spelling before the push is recorded. In the folder of a label Gmail never reports that label, and
 * removing Gmail's label keeps a keyword of that name.
 */
export function applyOperations(
  flags: readonly string[],
  operations: readonly FlagsOperation[],
  folderPath: string,
): string[] {
  const set = new Set(flags.map(properFlag));
  const own = `${gmailPrefix}${folderPath}`.toLowerCase();
  for (const { add, remove } of operations) {
    for (const flag of add) {
      if (flag.toLowerCase() !== own && sameAs(flag, set).length === 0) set.add(flag);
    }
    for (const flag of remove) {
      const isGmails = flag.startsWith(gmailPrefix);
      for (const same of sameAs(flag, set)) {
        if (!isGmails || same.startsWith(gmailPrefix)) set.delete(same);
      }
    }
  }
  return [...set];
}

function sameAs(flag: string, flags: ReadonlySet<string>): string[] {
  const [name] = labelNamesOf([flag]);
  if (name === undefined) return flags.has(flag) ? [flag] : [];
  return flagsOfLabel(name, [...flags]);
}

/** Returns one operation with the effect of `earlier` and then `later`. */
export function mergeOperations(earlier: FlagsOperation, later: FlagsOperation): FlagsOperation {
  return {
    kind: "flags",
    add: [
      ...new Set([...earlier.add.filter((flag) => !later.remove.includes(flag)), ...later.add]),
    ],
    remove: [
      ...new Set([...earlier.remove.filter((flag) => !later.add.includes(flag)), ...later.remove]),
    ],
  };
}

/** Parses the operation in an operation_json column. */
export function readOperation(json: string): FlagsOperation {
  // Only queuePending writes this column.
  return JSON.parse(json) as FlagsOperation;
}
