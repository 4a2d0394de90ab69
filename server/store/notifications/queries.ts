import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/engine/database.ts";
import { sessionLasts } from "#/store/auth/session-queries.ts";
import type { PushSubscriptionRow, ServerKeyRow } from "./schema.ts";

/** Returns the user's browsers that get push notifications, while their sessions last. */
export async function pushSubscriptionsOf(
  reader: Reader,
  userId: UserId,
  now: number,
): Promise<PushSubscriptionRow[]> {
  return reader
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", (join) =>
      join.onRef("s.user_id", "=", "p.user_id").onRef("s.id", "=", "p.session_id"),
    )
    .selectAll("p")
    .where("p.user_id", "=", userId)
    .where("s.last_used_at", ">", now - sessionLasts.idleMs)
    .where("s.created_at", ">", now - sessionLasts.absoluteMs)
    .orderBy("p.created_at")
    .orderBy("p.id")
    .execute();
}

/** Returns the pending notifications of a browser, the earliest first; "" for those without a decision. */
export async function dueNotifications(
  reader: Reader,
  userId: UserId,
  subscriptionId: string,
): Promise<{ messageId: MessageId; createdAt: number }[]> {
  const rows = await reader
    .selectFrom("due_notifications")
    .select(["message_id", "created_at"])
    .where("user_id", "=", userId)
    .where("subscription_id", "=", subscriptionId)
    .orderBy("created_at")
    .orderBy("message_id")
    .execute();
  return rows.map((row) => ({ messageId: row.message_id, createdAt: row.created_at }));
}

/** Reports whether a page of the user is, or was, visible at this time. */
export async function isPresent(reader: Reader, userId: UserId, at: number): Promise<boolean> {
  const row = await reader
    .selectFrom("presences")
    .select("tab_id")
    .where("user_id", "=", userId)
    .where("visible_until", ">", at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns a key pair of this server. */
export async function serverKey(reader: Reader, name: string): Promise<ServerKeyRow | undefined> {
  return reader.selectFrom("server_keys").selectAll().where("name", "=", name).executeTakeFirst();
}
