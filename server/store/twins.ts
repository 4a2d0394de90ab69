import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { bit } from "./bit.ts";
import { inChunks } from "./in-chunks.ts";
import type { Bit, LocationRole } from "./tables.ts";
import type { Writer } from "./writer.ts";

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
 * Decides again which copies of these messages unified lists show: within a role, the copies in the account that had
 * the mail first, each message once; what a view such as Gmail's All Mail has and another folder too is
 * shown there alone. Answers the messages whose visibility changed. Locations in `newcomers`
 * stand behind what was shown before.
 */
export async function settleTwins(
  writer: Writer,
  userId: UserId,
  messageIds: readonly MessageId[],
  newcomers?: { folderId: FolderId; uids: ReadonlySet<number> },
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
      for (const { copy, isTwin } of decide(group, {
        isNewcomer: (one) => isNew(one, newcomers),
        isElsewhere: (one) => one.is_view === 1 && placed.has(one.message_id),
      })) {
        if (copy.is_twin === bit(isTwin)) continue;
        settled.push(copy.message_id);
        await writer.db
          .updateTable("message_locations")
          .set({ is_twin: bit(isTwin) })
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
  newcomers: { folderId: FolderId; uids: ReadonlySet<number> } | undefined,
): boolean {
  return (
    newcomers !== undefined && copy.folder_id === newcomers.folderId && newcomers.uids.has(copy.uid)
  );
}

function decide(
  group: Copy[],
  {
    isNewcomer,
    isElsewhere,
  }: { isNewcomer: (copy: Copy) => boolean; isElsewhere: (copy: Copy) => boolean },
): { copy: Copy; isTwin: boolean }[] {
  const ordered = group.toSorted(
    (a, b) =>
      Number(isElsewhere(a)) - Number(isElsewhere(b)) ||
      Number(isNewcomer(a)) - Number(isNewcomer(b)) ||
      a.is_twin - b.is_twin ||
      a.date_key - b.date_key,
  );
  const shown = new Set<MessageId>();
  return ordered.map((copy) => {
    const isTwin =
      copy.account_id !== ordered[0]?.account_id || shown.has(copy.message_id) || isElsewhere(copy);
    if (!isTwin) shown.add(copy.message_id);
    return { copy, isTwin };
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
  const alone = messages.filter((row) => row.twin_key === "").map((row) => row.id);
  const copies = db
    .selectFrom("messages as m")
    .innerJoin("message_locations as l", (join) =>
      join.onRef("l.user_id", "=", "m.user_id").onRef("l.message_id", "=", "m.id"),
    )
    .innerJoin("folders as f", (join) =>
      join.onRef("f.user_id", "=", "l.user_id").onRef("f.id", "=", "l.folder_id"),
    )
    .select([
      "l.account_id",
      "l.folder_id",
      "l.uid",
      "l.message_id",
      "l.role",
      "l.date_key",
      "l.is_twin",
      "m.twin_key",
      "f.is_view",
    ])
    .where("m.user_id", "=", userId);
  const byKey =
    keys.length > 0
      ? await copies
          .where("m.twin_key", "<>", sql.lit(""))
          .where("m.twin_key", "in", keys)
          .execute()
      : [];
  const byId = alone.length > 0 ? await copies.where("m.id", "in", alone).execute() : [];
  return [...byKey, ...byId];
}
