import { clear, createStore, entries, type UseStore, values } from "idb-keyval";

/**
 * Data that this device stores of one user's mail: lists with the state around them, opened messages, changes that the server
 * does not have yet, and messages to send.
 */
export type DeviceStoreName = "lists" | "mails" | "changes" | "outgoing";

/** Prefixes of the names of databases with copies, which may be deleted at any time. */
export const copyPrefixes = ["inlet-lists:", "inlet-mails:"] as const;

const opened = new Map<string, UseStore>();

/** Returns the store with this name of this user. */
export function deviceStore(name: DeviceStoreName, person: string): UseStore {
  const database = `inlet-${name}:${person}`;
  const store = opened.get(database) ?? createStore(database, "kept");
  opened.set(database, store);
  return store;
}

/** Lists and changes that a device has stored for a user. */
interface Kept {
  lists: [string, unknown][];
  changes: unknown[];
}

let ahead: { person: string; reading: Promise<Kept>; read: Kept | null } | null = null;

/** Starts to read while the code that shows it is still loading. */
export function readAhead(person: string): void {
  const begun: NonNullable<typeof ahead> = {
    person,
    reading: readStoredSummary(person),
    read: null,
  };
  ahead = begun;
  begun.reading.then(
    (read) => (begun.read = read),
    // The caller of `openDeviceStoreOf` gets the error.
    () => undefined,
  );
}

/** Resolves when prefetching has ended; at once if nothing is being prefetched. */
export function readAheadEnds(): Promise<unknown> {
  return ahead?.reading ?? Promise.resolve();
}

/** Returns the prefetched data; null while it is still being read. */
export function readByNow(person: string): Kept | null {
  return ahead?.person === person ? ahead.read : null;
}

/** Returns the prefetched data, once: later calls read again. */
export function openDeviceStoreOf(person: string): Promise<Kept> {
  const begun = ahead;
  ahead = null;
  return begun?.person === person ? begun.reading : readStoredSummary(person);
}

async function readStoredSummary(person: string): Promise<Kept> {
  const [lists, changes] = await Promise.all([
    entries<string>(deviceStore("lists", person)),
    values(deviceStore("changes", person)).catch(() => []),
  ]);
  return { lists, changes };
}

/** Deletes everything in these stores of a user. */
export async function wipe(person: string, names: readonly DeviceStoreName[]): Promise<void> {
  ahead = null;
  try {
    await Promise.all(names.map((name) => clear(deviceStore(name, person))));
  } catch {
    // A device without storage has nothing to delete.
  }
}
