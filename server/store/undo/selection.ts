import type { AccountId, FolderId, MessageId } from "@inlet/contract/ids.ts";
import type { ListFilter } from "#/store/messages/queries.ts";
import type { Snapshot } from "./selection-snapshot.ts";
import type { FolderRow, LocationRole } from "#/store/engine/schema.ts";
import type { Predicate, WordQuery } from "#/store/search/word-query.ts";
import type { Scope } from "#/store/messages/message-change.ts";

/** Selects all messages of a list, of a search, or of a search within a list. */
export interface Selection extends ListFilter {
  /** "" with words: in any location. */
  list: { role: LocationRole } | { folderId: FolderId } | "starred" | "labelled" | "";
  accountId?: AccountId | undefined;
  words?: WordQuery | undefined;
  /** Includes snoozed messages of the list's folders. */
  withSnoozed?: boolean;
  /** Excludes messages that arrived here after this one, regardless of their date. */
  newest?: MessageId | undefined;
  /** Excludes messages that reached their location later, regardless of their age. */
  standing?: Snapshot | undefined;
}

/** Returns the locations of a message that the selection means to move or delete. */
export function scopeOf({ list }: Selection): Scope | undefined {
  if (list === "" || list === "starred" || list === "labelled") return undefined;
  return "role" in list
    ? { roles: [list.role], folderIds: [] }
    : { roles: [], folderIds: [list.folderId] };
}

/**
 * Reports whether the selection is by location. A selection by other properties, such as a star or label, still includes a
 * message that another client moves in the meantime.
 */
export function isOfPlaces({ list, words }: Selection): boolean {
  return typeof list === "object" || (words?.asks ?? []).some(isOfPlace);
}

function isOfPlace(ask: Predicate): boolean {
  if (ask.kind === "not") return isOfPlace(ask.ask);
  if (ask.kind === "and" || ask.kind === "or") return ask.asks.some(isOfPlace);
  return ask.kind === "role" || ask.kind === "folders";
}

/** Returns a function that reports whether a folder may contain messages of the selection. */
export function mayStandIn({ list, withSnoozed }: Selection): (folder: FolderRow) => boolean {
  if (typeof list === "string" || withSnoozed) return () => true;
  if ("folderId" in list) return ({ id }) => id === list.folderId;
  // A snoozed message is in the folder to which it returns.
  return ({ role }) => role === list.role || list.role === "snoozed";
}
