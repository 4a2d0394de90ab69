import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { bit, type Bit } from "#/store/engine/bit.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import type { LocationRole } from "#/store/engine/schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

interface Copy {
  account_id: AccountId;
  folder_id: FolderId;
  uid: number;
  message_id: MessageId;
  role: LocationRole;
  date_key: number;
  is_twin: Bit;
  twin_key: string;
  is_view: Bit;
}

/**
 * Recomputes which copies of messages unified lists show: within a role, those in the account that had the message first, each
 * message once. A copy in a virtual folder, such as Gmail's All Mail, is hidden if the message is in another folder too. Returns
 * the messages whose visibility changed. Newly found locations rank behind those shown before.
 */
export async function settleDuplicates(
  writer: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
  arrivals?: { folderId: FolderId; uids: ReadonlySet<number> },
): Promise<MessageId[]> {
  const settled: MessageId[] = [];
  for (const ids of inChunks([...new Set(messageIds)])) {
    const copies = await copiesOf(writer, userId, ids);
    const placed = new Set(
      copies.filter(({ is_view: isView }) => isView === 0).map((copy) => copy.message_id),
    );
    const groups = Map.groupBy(
      copies,
      (copy) => `${copy.role} ${copy.twin_key || copy.message_id}`,
    );
    for (const group of groups.values()) {
      for (const { copy, isDuplicate } of decide(group, {
        isNewUser: (one) => isNew(one, arrivals),
        isOffScreen: (one) => one.is_view === 1 && placed.has(one.message_id),
      })) {
        if (copy.is_twin === bit(isDuplicate)) continue;
        settled.push(copy.message_id);
        await writer.db
          .updateTable("message_locations")
          .set({ is_twin: bit(isDuplicate) })
          .where("user_id", "=", userId)
          .where("folder_id", "=", copy.folder_id)
          .where("uid", "=", copy.uid)
          .execute();
      }
    }
  }
  return settled;
}

function isNew(
  copy: Copy,
  arrivals: { folderId: FolderId; uids: ReadonlySet<number> } | undefined,
): boolean {
  return (
    arrivals !== undefined && copy.folder_id === arrivals.folderId && arrivals.uids.has(copy.uid)
  );
}

function decide(
  group: Copy[],
  {
    isNewUser,
    isOffScreen,
  }: { isNewUser: (copy: Copy) => boolean; isOffScreen: (copy: Copy) => boolean },
): { copy: Copy; isDuplicate: boolean }[] {
  const ordered = group.toSorted(
    (a, b) =>
      Number(isOffScreen(a)) - Number(isOffScreen(b)) ||
      Number(isNewUser(a)) - Number(isNewUser(b)) ||
      a.is_twin - b.is_twin ||
      a.date_key - b.date_key,
  );
  const shown = new Set<MessageId>();
  return ordered.map((copy) => {
    const isDuplicate =
      copy.account_id !== ordered[0]?.account_id || shown.has(copy.message_id) || isOffScreen(copy);
    if (!isDuplicate) shown.add(copy.message_id);
    return { copy, isDuplicate };
  });
}

async function copiesOf({ db }: Writer, userId: UserId, ids: MessageId[]): Promise<Copy[]> {
  const messages = await db
    .selectFrom("messages")
    .select(["id", "twin_key"])
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .execute();
  const keys = [...new Set(messages.map((row) => row.twin_key))].filter((key) => key !== "");
  const sharing =
    keys.length > 0
      ? await db
          .selectFrom("messages")
          .select(["id", "twin_key"])
          .where("user_id", "=", userId)
          .where("twin_key", "<>", sql.lit(""))
          .where("twin_key", "in", keys)
          .execute()
      : [];
  const keyOf = new Map([...messages, ...sharing].map((row) => [row.id, row.twin_key]));
  const views = await db
    .selectFrom("folders")
    .select("id")
    .where("user_id", "=", userId)
    .where("is_view", "=", 1)
    .execute();
  const copies: Copy[] = [];
  for (const some of inChunks([...keyOf.keys()])) {
    // Not joined: for a user whose first messages are just arriving PostgreSQL estimates a single row, and would choose an
    // expensive join.
    const places = await db
      .selectFrom("message_locations")
      .select(["account_id", "folder_id", "uid", "message_id", "role", "date_key", "is_twin"])
      .where("user_id", "=", userId)
      .where("message_id", "in", some)
      .execute();
    copies.push(
      ...places.map((place) => ({
        ...place,
        twin_key: keyOf.get(place.message_id) ?? "",
        is_view: bit(views.some(({ id }) => id === place.folder_id)),
      })),
    );
  }
  return copies;
}
