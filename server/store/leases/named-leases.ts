import { sql } from "kysely";
import { databaseNow } from "../engine/database-clock.ts";
import type { Command } from "#/store/commands/command.ts";

/**
 * Acquires a lease or extends the one that is held. Returns its fence, which changes with every new holder; null while another
 * process holds it.
 */
export const takeLease: Command<{ name: string; holder: string; ttlMs: number }, number | null> = {
  durable: false,
  async run(writer, { name, holder, ttlMs }) {
    const { db } = writer;
    await db
      .insertInto("leases")
      .values({ name, holder: "", fence: 0, held_until: 0 })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .execute();
    const now = databaseNow(writer);
    const held_until = sql<number>`${now} + ${ttlMs}`;
    const kept = await db
      .updateTable("leases")
      .set({ held_until })
      .where("name", "=", name)
      .where("holder", "=", holder)
      .where("held_until", ">", now)
      .returning("fence")
      .executeTakeFirst();
    if (kept) return Number(kept.fence);
    const taken = await db
      .updateTable("leases")
      .set((row) => ({ holder, held_until, fence: row("fence", "+", 1) }))
      .where("name", "=", name)
      .where("held_until", "<=", now)
      .returning("fence")
      .executeTakeFirst();
    return taken ? Number(taken.fence) : null;
  },
};

/** Releases a lease if it is still held. */
export const dropLease: Command<{ name: string; holder: string }, void> = {
  durable: false,
  async run({ db }, { name, holder }) {
    await db
      .updateTable("leases")
      .set({ held_until: 0 })
      .where("name", "=", name)
      .where("holder", "=", holder)
      .execute();
  },
};
