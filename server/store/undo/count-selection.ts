import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Engine, Reader } from "#/store/engine/database.ts";
import type { Selection } from "./selection.ts";
import { nextOfSelection } from "./next-of-selection.ts";

/** Maximum number of slices of a mailbox to read for a count; more would take too long. */
const maxSlices = 60;
/** Messages per slice; small enough for the thread to answer other requests in between. */
const sliceSize = 500;

export interface SelectionCount {
  count: number;
  /** True if there may be more: counting stopped at its limit. */
  isAtLeast: boolean;
}

/** Counts the messages of a selection: from the stored counts, otherwise by reading up to `most` of them. */
export async function countSelection(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  selection: Selection,
  { most }: { most: number },
): Promise<SelectionCount> {
  const kept = await cachedCount(reader, userId, selection);
  if (kept !== null) return { count: kept, isAtLeast: false };
  let count = 0;
  let before = Number.MAX_SAFE_INTEGER;
  for (let slices = 0; count < most && slices < maxSlices; slices++) {
    const page = { before, limit: sliceSize };
    const slice = await nextOfSelection(reader, engine, userId, selection, page);
    count += slice.ids.length;
    if (slice.before === null) return { count, isAtLeast: false };
    before = slice.before;
  }
  return { count, isAtLeast: true };
}

/** Returns the stored count of a folder or role, all or unread only; null for any other selection. */
async function cachedCount(
  reader: Reader,
  userId: UserId,
  selection: Selection,
): Promise<number | null> {
  const { list, accountId, isUnread, withSnoozed: _, ...others } = selection;
  const isMore = Object.values(others).some((asked) => asked !== undefined);
  if (isMore || selection.withSnoozed || typeof list === "string") return null;
  let counts = reader
    .selectFrom("location_counts as c")
    .select(sql<number | null>`sum(c.count)`.as("count"))
    .where("c.user_id", "=", userId);
  if (isUnread !== undefined) counts = counts.where("c.is_seen", "=", isUnread ? 0 : 1);
  if ("role" in list) counts = counts.where("c.role", "=", list.role);
  else counts = counts.where("c.folder_id", "=", list.folderId).where("c.role", "<>", "snoozed");
  if (accountId !== undefined) {
    const folders = reader
      .selectFrom("folders")
      .select("id")
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId);
    counts = counts.where("c.folder_id", "in", folders);
  } else if ("role" in list) counts = counts.where("c.is_twin", "=", sql.lit(0 as const));
  return Number((await counts.executeTakeFirst())?.count ?? 0);
}
