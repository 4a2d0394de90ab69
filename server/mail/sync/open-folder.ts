import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Selected } from "#/wire/imap/remote.ts";

/** Which folder each shared connection has open, as far as is known. */
const open = new WeakMap<ImapConnection, string>();

/** Opens a folder and learns its counts. */
export async function openFolder(
  connection: ImapConnection,
  path: string,
  { readOnly }: { readOnly: boolean },
): Promise<Selected> {
  open.delete(connection);
  const selected = await connection.select(path, { readOnly });
  open.set(connection, path);
  return selected;
}

/** Opens a folder for reading unless it is open: on a large one that takes a server a while. */
export async function keepOpen(connection: ImapConnection, path: string): Promise<void> {
  if (open.get(connection) !== path) await openFolder(connection, path, { readOnly: true });
}

/** Something else opened a folder on this connection. */
export function forgetOpen(connection: ImapConnection): void {
  open.delete(connection);
}
