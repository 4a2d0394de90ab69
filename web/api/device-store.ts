import { clear, createStore, type UseStore } from "idb-keyval";

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

/** Leaves nothing in these stores of a person. */
export async function wipe(person: string, names: readonly DeviceStoreName[]): Promise<void> {
  try {
    await Promise.all(names.map((name) => clear(deviceStore(name, person))));
  } catch {
    // A device that keeps nothing has nothing to wipe.
  }
}
