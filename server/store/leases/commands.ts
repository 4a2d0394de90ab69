import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { databaseNow } from "../engine/database-clock.ts";
import { notAgain, type Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** A lease that an engine holds on a user. */
interface AcquiredLease {
  userId: UserId;
  fence: number;
}

/** Response to an engine's heartbeat. */
export interface Share {
  /** Leases that the engine has just acquired. */
  acquired: AcquiredLease[];
  /** Number of users beyond its share: another engine has less than its share. */
  surplus: number;
  /** All users whose leases it holds, if their number differs from the one it knows; otherwise null. */
  held: UserId[] | null;
}

/**
 * Extends an engine's life, by the clock of the database. Returns false if it had expired: other engines may have its users, and
 * it must start under another name.
 */
export const beat: Command<{ holder: string; ttlMs: number; isNew: boolean }, boolean> = {
  durable: false,
  async run(writer, { holder, ttlMs, isNew }) {
    const { db } = writer;
    const held_until = sql<number>`${databaseNow(writer)} + ${ttlMs}`;
    if (isNew) {
      await db
        .insertInto("engines")
        .values({ holder, held_until })
        // A repetition: the transaction of the first call was committed but not acknowledged.
        .onConflict((conflict) => conflict.column("holder").doUpdateSet({ held_until }))
        .execute();
      return true;
    }
    const kept = await db
      .updateTable("engines")
      .set({ held_until })
      .where("holder", "=", holder)
      .where("held_until", ">", databaseNow(writer))
      .returning("holder")
      .executeTakeFirst();
    return kept !== undefined;
  },
};

/**
 * Frees the leases of dead engines, and takes a fair share of the free ones, at most `most`. A small surplus is not moved, as
 * moving a user costs a new connection to each of their mail servers.
 */
export const takeShare: Command<{ holder: string; known: number; most: number }, Share> = {
  durable: false,
  async run(writer, { holder, known, most }) {
    const { db } = writer;
    await freeDead(writer);
    const { engines } = await db
      .selectFrom("engines")
      .select((row) => row.fn.countAll<number>().as("engines"))
      .executeTakeFirstOrThrow();
    const { people, mine } = await db
      .selectFrom("engine_leases")
      .select((row) => [
        row.fn.countAll<number>().as("people"),
        row.fn.countAll<number>().filterWhere("holder", "=", holder).as("mine"),
      ])
      .executeTakeFirstOrThrow();
    const share = Math.ceil(Number(people) / Math.max(Number(engines), 1));
    const wanted = Math.min(share - Number(mine), most);
    const surplus = Math.max(Number(mine) - share - Math.floor(share / 20), 0);
    const held = Number(mine) === known ? null : await heldBy(writer, holder);
    return { acquired: wanted > 0 ? await take(writer, holder, wanted) : [], surplus, held };
  },
};

async function freeDead(writer: Writer): Promise<void> {
  const { db, engine } = writer;
  await db.deleteFrom("engines").where("held_until", "<=", databaseNow(writer)).execute();
  await db
    .updateTable("engine_leases")
    .set({ holder: "" })
    .where("user_id", "in", (from) =>
      from
        .selectFrom("engine_leases as of_dead")
        .select("of_dead.user_id")
        .where("of_dead.holder", "<>", "")
        .where("of_dead.holder", "not in", (live) => live.selectFrom("engines").select("holder"))
        // Skips rows that a stopped process still has locked.
        .$if(engine === "postgres", (query) => query.forUpdate().skipLocked()),
    )
    .execute();
}

async function heldBy({ db }: Writer, holder: string): Promise<UserId[]> {
  const rows = await db
    .selectFrom("engine_leases")
    .select("user_id")
    .where("holder", "=", holder)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

async function take(writer: Writer, holder: string, most: number): Promise<AcquiredLease[]> {
  const { db, engine, now } = writer;
  const acquired = await db
    .updateTable("engine_leases")
    .set((row) => ({ holder, fence: row("fence", "+", 1) }))
    .where("user_id", "in", (from) =>
      from
        .selectFrom("engine_leases as free")
        .select("free.user_id")
        .where("free.holder", "=", "")
        .limit(most)
        .$if(engine === "postgres", (query) => query.forUpdate().skipLocked()),
    )
    .returning(["user_id", "fence"])
    .execute();
  if (acquired.length === 0) return [];
  // A former holder of their jobs can no longer finish them.
  await db
    .updateTable("jobs")
    .set({
      held_until: 0,
      take_id: "",
      run_at: sql`case when run_at < ${now} then run_at else ${now} end`,
    })
    .where(
      "user_id",
      "in",
      acquired.map(({ user_id }) => user_id),
    )
    .where("held_until", ">", 0)
    .where("run_at", "<=", notAgain)
    .execute();
  return acquired.map(({ user_id, fence }) => ({ userId: user_id, fence: Number(fence) }));
}

/** Releases an engine's leases on these users; without `userIds`, releases all of them and removes the engine. */
export const giveLeases: Command<{ holder: string; userIds?: UserId[] }, void> = {
  durable: false,
  async run({ db }, { holder, userIds }) {
    await db
      .updateTable("engine_leases")
      .set({ holder: "" })
      .where("holder", "=", holder)
      .$if(userIds !== undefined, (query) => query.where("user_id", "in", userIds ?? []))
      .execute();
    if (userIds === undefined)
      await db.deleteFrom("engines").where("holder", "=", holder).execute();
  },
};

/** Releases the lease on a user and increments its fence, which rejects writes of its former holder. */
export const revokeLease: Command<{ userId: UserId }, void> = {
  durable: false,
  async run({ db }, { userId }) {
    await db
      .updateTable("engine_leases")
      .set((row) => ({ holder: "", fence: row("fence", "+", 1) }))
      .where("user_id", "=", userId)
      .execute();
  },
};
