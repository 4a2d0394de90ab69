import type { UserId } from "@inlet/contract/ids.ts";
import { newUserQuota, type QuotaSettings } from "./quotas.ts";
import { serverSetting } from "#/store/auth/signup-invitation-queries.ts";
import type { Writer } from "#/store/engine/writer.ts";

/**
 * Reports whether a user joined within the last day, on an installation with open registration: new users get a share of each
 * quota.
 */
export async function isNewUser(
  { db, now }: Pick<Writer, "db" | "now">,
  userId: UserId,
  isOpen: QuotaSettings["isOpen"],
): Promise<boolean> {
  const isOpenToAll =
    isOpen === "as_set" ? (await serverSetting(db, "registration")) === "open" : isOpen;
  if (!isOpenToAll) return false;
  const found = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("created_at", ">", now - newUserQuota.ttlMs)
    .where("role", "=", "user")
    .executeTakeFirst();
  return found !== undefined;
}
