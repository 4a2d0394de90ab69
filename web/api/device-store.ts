import { clear, createStore, entries, type UseStore, values } from "idb-keyval";

/**
 * What this device keeps of one person's mail: lists with what stands around them, mails that were opened, changes that
 * the server has not taken yet, and mails that are to be sent.
 */
export type DeviceStoreName = "lists" | "mails" | "changes" | "outgoing";

/** With these words begins the name of each database that holds copies, which may be dropped at any time. */
export const copyPrefixes = ["inlet-lists:", "inlet-mails:"] as const;

const opened = new Map<string, UseStore>();

/** The store of this name that belongs to this person. */
export function deviceStore(name: DeviceStoreName, person: string): UseStore {
  const database = `inlet-${name}:${person}`;
  const store = opened.get(database) ?? createStore(database, "kept");
  opened.set(database, store);
  return store;
}

/** What lists and changes a device has kept for a person. */
interface Kept {
  lists: [string, unknown][];
  changes: unknown[];
}

let ahead: { person: string; reading: Promise<Kept>; read: Kept | null } | null = null;

/** Begins to read while the program that shows it is still on its way. */
export function readAhead(person: string): void {
  const begun: NonNullable<typeof ahead> = { person, reading: readKept(person), read: null };
  ahead = begun;
  begun.reading.then(
    (read) => (begun.read = read),
    // Whoever asks for it hears it.
    () => undefined,
  );
}

/** Settles when what is read ahead is there; at once when nothing is. */
export function readAheadEnds(): Promise<unknown> {
  return ahead?.reading ?? Promise.resolve();
}

/** What has been read ahead by now; null while it is still being read. */
export function readByNow(person: string): Kept | null {
  return ahead?.person === person ? ahead.read : null;
}

/** What was read ahead, once: what is read later is read anew. */
export function keptFor(person: string): Promise<Kept> {
  const begun = ahead;
  ahead = null;
  return begun?.person === person ? begun.reading : readKept(person);
}

async function readKept(person: string): Promise<Kept> {
  const [lists, changes] = await Promise.all([
    entries<string>(deviceStore("lists", person)),
    values(deviceStore("changes", person)).catch(() => []),
  ]);
  return { lists, changes };
}

/** Leaves nothing in these stores of a person. */
export async function wipe(person: string, names: readonly DeviceStoreName[]): Promise<void> {
  ahead = null;
  try {
    await Promise.all(names.map((name) => clear(deviceStore(name, person))));
  } catch {
    // A device that keeps nothing has nothing to wipe.
  }
}
