import type { FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/**
 * Opens a folder read-only unless it is open: a large one takes a server a while. Throws WireError if its UIDVALIDITY is not
 * `uidValidity`, because its UIDs would name other messages.
 */
export async function holdConnectionOpen(
  connection: ImapConnection,
  { path, uid_validity: uidValidity }: Pick<FolderRow, "path" | "uid_validity">,
): Promise<void> {
  const { opened } = connection;
  const isOpen = opened?.path === path;
  const selected = isOpen ? opened : await connection.select(path, { readOnly: true });
  if (selected.uidValidity !== uidValidity) throw new WireError("folder_gone");
}
