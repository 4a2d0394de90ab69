import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import { viewsOf } from "#/store/folders/queries.ts";
import type { LocationRole } from "#/store/engine/schema.ts";
import type { MessageChange, Scope } from "#/store/messages/message-change.ts";

/**
 * Returns whole conversations, limited to the folders of the named messages. A move to a folder other than Trash and Spam takes
 * messages only out of the inbox: they keep other locations, such as a Gmail label.
 */
export async function withThreads(
  reader: Reader,
  userId: UserId,
  messageIds: readonly MessageId[],
  { target }: Pick<MessageChange, "target">,
): Promise<{ ids: MessageId[]; scope: Scope }> {
  const found = await reader
    .selectFrom("messages as m")
    .innerJoin("message_locations as l", (join) =>
      join.onRef("l.user_id", "=", "m.user_id").onRef("l.message_id", "=", "m.id"),
    )
    .select(["m.id", "m.thread_id", "l.role", "l.folder_id"])
    .where("m.user_id", "=", userId)
    .where("m.id", "in", messageIds)
    .execute();
  // A virtual folder, such as Gmail's All Mail, only shows messages of other folders, and does not count as one.
  const views = await viewsOf(reader, userId);
  const placed = new Set(found.filter((row) => !views.has(row.folder_id)).map(({ id }) => id));
  const existing = found.filter((row) => !views.has(row.folder_id) || !placed.has(row.id));
  const keepsRest = target && !("role" in target && ["trash", "spam"].includes(target.role));
  const inInbox = new Set(existing.filter(isInInbox).map(({ id }) => id));
  const named = keepsRest
    ? existing.filter((row) => isInInbox(row) || !inInbox.has(row.id))
    : existing;
  const own = named.filter(({ role }) => role === "other");
  const scope: Scope = {
    roles: [...new Set(named.map(({ role }) => role))].filter((role) => role !== "other"),
    folderIds: [...new Set(own.map((row) => row.folder_id))],
  };
  if (named.length === 0) return { ids: [], scope };
  const rows = await reader
    .selectFrom("messages as m")
    .innerJoin("message_locations as l", (join) =>
      join.onRef("l.user_id", "=", "m.user_id").onRef("l.message_id", "=", "m.id"),
    )
    .select("m.id")
    .distinct()
    .where("m.user_id", "=", userId)
    .where("m.thread_id", "in", [...new Set(named.map((row) => row.thread_id))])
    .where((row) =>
      row.or([
        scope.roles.length > 0 ? row("l.role", "in", scope.roles) : row.lit(false),
        scope.folderIds.length > 0 ? row("l.folder_id", "in", scope.folderIds) : row.lit(false),
      ]),
    )
    .execute();
  return { ids: rows.map(({ id }) => id), scope };
}

function isInInbox({ role }: { role: LocationRole }): boolean {
  return role === "inbox" || role === "snoozed";
}
