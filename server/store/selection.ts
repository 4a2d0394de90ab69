import type { AccountId, FolderId, MessageId } from "@inlet/contract/ids.ts";
import type { ListFilter } from "./messages.ts";
import type { Standing } from "./standing.ts";
import type { FolderRow, LocationRole } from "./tables.ts";
import type { Ask, WordQuery } from "./word-query.ts";
import type { Scope } from "./message-change.ts";

/** All messages of a list, of a search, or of a search within a list. */
export interface Selection extends ListFilter {
  /** "" with words: wherever they stand. */
  list: { role: LocationRole } | { folderId: FolderId } | "starred" | "labelled" | "";
  accountId?: AccountId | undefined;
  words?: WordQuery | undefined;
  /** With what stands in these folders and is out of sight until its time comes. */
  withSnoozed?: boolean;
  /** Without what came here after this message, whatever its date. */
  newest?: MessageId | undefined;
  /** Without what came to its place later, however old it is. */
  standing?: Standing | undefined;
}

/** What of a message the selection means to move or delete. */
export function scopeOf({ list }: Selection): Scope | undefined {
  if (list === "" || list === "starred" || list === "labelled") return undefined;
  return "role" in list
    ? { roles: [list.role], folderIds: [] }
    : { roles: [], folderIds: [list.folderId] };
}

/**
 * Whether a message is meant because of where it stands. Of what is meant for something else, such as its star or its
 * label, a message that another program moves meanwhile is part as before.
 */
export function isOfPlaces({ list, words }: Selection): boolean {
  return typeof list === "object" || (words?.asks ?? []).some(isOfPlace);
}

function isOfPlace(ask: Ask): boolean {
  if (ask.kind === "not") return isOfPlace(ask.ask);
  if (ask.kind === "and" || ask.kind === "or") return ask.asks.some(isOfPlace);
  return ask.kind === "role" || ask.kind === "folders";
}

/** Whether what the selection means may stand in this folder. */
export function mayStandIn({ list, withSnoozed }: Selection): (folder: FolderRow) => boolean {
  if (typeof list === "string" || withSnoozed) return () => true;
  if ("folderId" in list) return ({ id }) => id === list.folderId;
  // What is snoozed stands in the folder to which it comes back.
  return ({ role }) => role === list.role || list.role === "snoozed";
}
