import type { UserId } from "@inlet/contract/ids.ts";
import { newcomers, type QuotaSettings } from "./quotas.ts";
import { serverSetting } from "./signup-invitations.ts";
import type { Writer } from "./writer.ts";

/** Whether somebody came within the day to an installation that lets anybody in: they get less of everything. */
export async function isNewcomer(
  { db, now }: Pick<Writer, "db" | "now">,
  userId: UserId,
  isOpen: QuotaSettings["isOpen"],
): Promise<boolean> {
  const letsIn =
    isOpen === "as_set" ? (await serverSetting(db, "registration")) === "open" : isOpen;
  if (!letsIn) return false;
  const newcomer = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("created_at", ">", now - newcomers.forMs)
    .where("role", "=", "user")
    .executeTakeFirst();
  return newcomer !== undefined;
}
