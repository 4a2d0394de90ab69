import type { ImapFlow, ListResponse } from "imapflow";
import { encodeFolderName } from "./folder-name.ts";

/** Per connection, the names that must be sent to the server unencoded. */
const rawNames = new WeakMap<ImapFlow, Set<string>>();

/**
 * Returns the key of a listed folder: its decoded name, or its name as listed if that is not modified UTF-7 (RFC 3501, 5.1.3) and
 * encoding would yield another folder. Some servers send UTF-8, or a lone `&`.
 */
export function keyOf({ path, pathAsListed }: ListResponse): string {
  // imapflow removes a delimiter from the beginning.
  const isPlain = pathAsListed.endsWith(path) || encodeFolderName(path) === pathAsListed;
  return isPlain ? path : pathAsListed;
}

/** Runs `work` on a folder of that name, and again with the unencoded name if the server does not know the encoded one. */
export async function underName<Result>(
  client: ImapFlow,
  path: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (rawNames.get(client)?.has(path)) return underRawName(client, work);
  try {
    return await work();
  } catch (error) {
    if (!mayBeRaw(path) || !client.usable || client.enabled.has("UTF8=ACCEPT")) throw error;
    const result = await underRawName(client, work).catch(() => {
      // The first failure is more informative.
      throw error;
    });
    rawNames.set(client, (rawNames.get(client) ?? new Set()).add(path));
    return result;
  }
}

async function underRawName<Result>(
  client: ImapFlow,
  work: () => Promise<Result>,
): Promise<Result> {
  // imapflow leaves names unchanged under UTF8=ACCEPT (RFC 6855). Only one command runs at a time.
  client.enabled.add("UTF8=ACCEPT");
  try {
    return await work();
  } finally {
    client.enabled.delete("UTF8=ACCEPT");
  }
}

function mayBeRaw(path: string): boolean {
  return /[&\u0080-\uffff]/.test(path);
}
