import type { UserId } from "@inlet/contract/ids.ts";
import type { Writer } from "#/store/engine/writer.ts";

const perSecond = 2 ** 20;
/** Keys of new messages count from the beginning of their second, these from its middle, so they never collide. */
const firstOfSecond = perSecond / 2;

/** Returns keys that put messages at the top of their lists now, in ascending order. */
export async function nextListKeys(
  { db, now }: Writer,
  userId: UserId,
  count: number,
): Promise<number[]> {
  const first = Math.floor(now / 1000) * perSecond + firstOfSecond;
  const row = await db
    .selectFrom("messages")
    .select((message) => message.fn.max("list_key").as("last"))
    .where("user_id", "=", userId)
    .where("list_key", ">=", first)
    .executeTakeFirst();
  const next = Math.max(first, Number(row?.last ?? 0) + 1);
  return Array.from({ length: count }, (_, index) => next + index);
}

/** Returns the time at which a list key was issued, to the second. */
export function timeOfListKey(key: number): number {
  return Math.floor(key / perSecond) * 1000;
}
