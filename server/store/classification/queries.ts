import type { AccountId, MessageId, ThreadId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import type {
  ClassificationRow,
  TrainingExampleRow,
  SenderClassificationRow,
  UnclassifiedRow,
  UseRow,
} from "./schema.ts";
import type { LocationRole, MessageRow } from "#/store/engine/schema.ts";

/** Returns the newest messages of an account that wait for classification. */
export async function unclassifiedOf(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
  limit: number,
): Promise<Pick<UnclassifiedRow, "message_id">[]> {
  return reader
    .selectFrom("unsorted_messages")
    .select("message_id")
    .where("user_id", "=", userId)
    .where("account_id", "=", accountId)
    .orderBy("date_key", "desc")
    .limit(limit)
    .execute();
}

/** Reports whether a recently added account has not ingested its sent messages yet, which show the user's recipients. */
export async function isSentAwaited(
  reader: Reader,
  userId: UserId,
  accountId: AccountId,
  addedSince: number,
): Promise<boolean> {
  const found = await reader
    .selectFrom("folders as f")
    .innerJoin("accounts as a", (join) =>
      join.onRef("a.user_id", "=", "f.user_id").onRef("a.id", "=", "f.account_id"),
    )
    .select("f.id")
    .where("f.user_id", "=", userId)
    .where("f.account_id", "=", accountId)
    .where("f.role", "=", "sent")
    .where("f.is_complete", "=", 0)
    .where("f.is_excluded", "=", 0)
    .where("a.created_at", ">", addedSince)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns messages with their texts and the roles of their folders. */
export async function mailToClassify(
  reader: Reader,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<{ row: MessageRow; text: string; html: string; roles: LocationRole[] }[]> {
  if (ids.length === 0) return [];
  const rows = await reader
    .selectFrom("messages")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "in", ids)
    .execute();
  const bodies = await reader
    .selectFrom("bodies")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "in", ids)
    .execute();
  const places = await reader
    .selectFrom("message_locations")
    .select(["message_id", "role"])
    .where("user_id", "=", userId)
    .where("message_id", "in", ids)
    .execute();
  const bodyOf = new Map(bodies.map((body) => [body.message_id, body]));
  const placesOf = Map.groupBy(places, (place) => place.message_id);
  return rows.map((row) => ({
    row,
    text: bodyOf.get(row.id)?.text ?? "",
    html: bodyOf.get(row.id)?.html ?? "",
    roles: (placesOf.get(row.id) ?? []).map(({ role }) => role),
  }));
}

/** Counts the messages that the user sent to the addresses and received from them, over all accounts. */
export async function exchangesWith(
  reader: Reader,
  userId: UserId,
  addresses: readonly string[],
): Promise<Map<string, { written: number; incoming: number }>> {
  if (addresses.length === 0) return new Map();
  const rows = await reader
    .selectFrom("correspondents")
    .select(["address", "sent", "received"])
    .where("user_id", "=", userId)
    .where("address", "in", addresses)
    .execute();
  const counts = new Map<string, { written: number; incoming: number }>();
  for (const { address, sent, received } of rows) {
    const { written = 0, incoming = 0 } = counts.get(address) ?? {};
    counts.set(address, { written: written + sent, incoming: incoming + received });
  }
  return counts;
}

/** Returns the given conversations in which the user has written. */
export async function threadsWithOwn(
  reader: Reader,
  userId: UserId,
  threadIds: readonly ThreadId[],
): Promise<Set<ThreadId>> {
  if (threadIds.length === 0) return new Set();
  const rows = await reader
    .selectFrom("messages")
    .select("thread_id")
    .distinct()
    .where("user_id", "=", userId)
    .where("thread_id", "in", threadIds)
    .where("is_own", "=", 1)
    .execute();
  return new Set(rows.map((row) => row.thread_id));
}

/** Returns the classification that the user chose for messages of the addresses. */
export async function senderClassifications(
  reader: Reader,
  userId: UserId,
  addresses?: readonly string[],
): Promise<SenderClassificationRow[]> {
  if (addresses?.length === 0) return [];
  return reader
    .selectFrom("sender_sorting")
    .selectAll()
    .where("user_id", "=", userId)
    .$if(addresses !== undefined, (query) => query.where("address", "in", addresses ?? []))
    .orderBy("address")
    .execute();
}

/** Returns the user's weights, and their version; "" without any training examples. */
export async function ownWeightsOf(
  reader: Reader,
  userId: UserId,
): Promise<{ weights_json: string; version: string }> {
  const row = await reader
    .selectFrom("sorting_weights")
    .select(["weights_json", "version"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row ?? { weights_json: "{}", version: "" };
}

/** Returns the user's choices about messages, in their order. */
export async function trainingExamplesOf(
  reader: Reader,
  userId: UserId,
): Promise<TrainingExampleRow[]> {
  return reader
    .selectFrom("sorting_lessons")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("message_id")
    .execute();
}

/** Returns the user's actions on messages, the newest last. */
export async function usesOf(reader: Reader, userId: UserId): Promise<UseRow[]> {
  return reader
    .selectFrom("sorting_uses")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at")
    .orderBy("message_id")
    .orderBy("act")
    .execute();
}

/** Returns the newest received messages in the user's inboxes and archives. */
export async function newestReceived(
  reader: Reader,
  userId: UserId,
  limit: number,
): Promise<MessageId[]> {
  const newest = (role: LocationRole) =>
    reader
      .selectFrom("message_locations as l")
      .innerJoin("messages as m", (join) =>
        join.onRef("m.user_id", "=", "l.user_id").onRef("m.id", "=", "l.message_id"),
      )
      .select(["l.message_id", "l.date_key"])
      .where("l.user_id", "=", userId)
      .where("l.role", "=", role)
      .where("l.is_twin", "=", sql.lit(0 as const))
      .where("m.is_own", "=", 0)
      .orderBy("l.date_key", "desc")
      .limit(limit)
      .execute();
  const rows = [...(await newest("inbox")), ...(await newest("archive"))].toSorted(
    (one, other) => other.date_key - one.date_key,
  );
  return [...new Set(rows.map((row) => row.message_id))].slice(0, limit);
}

/** Returns the classification of a message. */
export async function classificationOf(
  reader: Reader,
  userId: UserId,
  messageId: MessageId,
): Promise<ClassificationRow | undefined> {
  return reader
    .selectFrom("classifications")
    .selectAll()
    .where("user_id", "=", userId)
    .where("message_id", "=", messageId)
    .executeTakeFirst();
}

/** A position in the classifications of all users, ordered by key. */
export interface ClassifiedPlace {
  userId: UserId;
  messageId: MessageId;
}

/** Returns the next classified messages after a position, and the version that classified each. */
export async function classifiedAfter(
  reader: Reader,
  after: ClassifiedPlace | null,
  limit: number,
): Promise<(ClassifiedPlace & { version: string })[]> {
  return reader
    .selectFrom("classifications")
    .select(["user_id as userId", "message_id as messageId", "version"])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(user_id, message_id) > (${after?.userId}, ${after?.messageId})`),
    )
    .orderBy("user_id")
    .orderBy("message_id")
    .limit(limit)
    .execute();
}

/** An account with messages that wait for classification. */
export type UnclassifiedAccount = Pick<UnclassifiedRow, "user_id" | "account_id">;

/** Returns the accounts with messages that wait for classification. */
export async function unclassifiedAccounts(reader: Reader): Promise<UnclassifiedAccount[]> {
  return reader
    .selectFrom("accounts")
    .select(["user_id", "id as account_id"])
    .where((account) =>
      account.exists(
        account
          .selectFrom("unsorted_messages as u")
          .select("u.message_id")
          .whereRef("u.user_id", "=", "accounts.user_id")
          .whereRef("u.account_id", "=", "accounts.id"),
      ),
    )
    .execute();
}
