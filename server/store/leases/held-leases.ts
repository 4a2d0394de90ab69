import type { UserId } from "@inlet/contract/ids.ts";
import type { Transaction } from "kysely";
import type { Work } from "#/base/work-context.ts";
import { LeaseLost } from "./lease-lost.ts";
import type { Tables } from "#/store/engine/schema.ts";

/** The leases that an engine holds on users. */
export interface HeldLeases {
  holder: string;
  /** Returns the fencing token of the lease; undefined if another engine holds the user. */
  fenceOf: (userId: UserId) => number | undefined;
  /** Returns a time, by `performance.now()`, that is not later than the acquisition of the lease. */
  heldSince: (userId: UserId) => number;
  /** Called after a write was rejected because another engine holds the lease. */
  lost: (userId: UserId) => void;
}

/**
 * Lets a transaction write for a user only while this engine holds the user's lease, and locks the lease until the transaction
 * ends: a process that was suspended past its expiry cannot write. Work that began under an earlier lease is rejected too, as the
 * engine has started it again. A user without any lease row is not checked. Throws LeaseLost.
 */
export async function checkLease(
  db: Transaction<Tables>,
  leases: HeldLeases,
  { userId, beganAt }: Work,
): Promise<void> {
  if (userId === "") return;
  const row = await db
    .selectFrom("engine_leases")
    .select(["holder", "fence"])
    .where("user_id", "=", userId)
    .forShare()
    .executeTakeFirst();
  if (row === undefined) return;
  const isHeld = row.holder === leases.holder && Number(row.fence) === leases.fenceOf(userId);
  if (isHeld && beganAt >= leases.heldSince(userId)) return;
  if (!isHeld) leases.lost(userId);
  throw new LeaseLost(userId);
}
