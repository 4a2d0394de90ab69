import { randomId } from "#/base/random-id.ts";
import type { Command } from "#/store/commands/command.ts";

/** A key under which tries are counted, and the maximum number of failures within the window. */
export interface CountedKey {
  hash: string;
  most: number;
}

/** Maximum number of expired rows that a try deletes: more than it adds. */
const pruneBatchSize = 100;

/**
 * Counts a try under each of the keys before the password is checked: concurrent tries cannot slip past the limit, in any
 * process. Returns the id of the try and the number of earlier failures under each key; null if one of the keys is over its
 * limit.
 */
export const beginSignIn: Command<
  { keys: CountedKey[]; windowMs: number },
  { id: string; before: number[] } | null
> = {
  durable: false,
  async run({ db, now, engine, lock }, { keys, windowMs }) {
    // Every process locks the keys in the given order, which prevents a deadlock.
    for (const { hash } of keys) await lock(`sign-in ${hash}`);
    const since = now - windowMs;
    const over = await db
      .selectFrom("failed_sign_ins")
      .select(["key_hash", "id"])
      .where("failed_at", "<=", since)
      .orderBy("failed_at")
      .limit(pruneBatchSize)
      .$if(engine === "postgres", (query) => query.forUpdate().skipLocked())
      .execute();
    if (over.length > 0) {
      await db
        .deleteFrom("failed_sign_ins")
        .where((row) => row.or(over.map((one) => row.and(one))))
        .execute();
    }
    const before: number[] = [];
    for (const { hash, most } of keys) {
      const { count } = await db
        .selectFrom("failed_sign_ins")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("key_hash", "=", hash)
        .where("failed_at", ">", since)
        .executeTakeFirstOrThrow();
      if (count >= most) return null;
      before.push(count);
    }
    const id = randomId(now);
    await db
      .insertInto("failed_sign_ins")
      .values(keys.map(({ hash }) => ({ key_hash: hash, id, failed_at: now })))
      .execute();
    return { id, before };
  },
};

/** Deletes a try that did not fail from the counts; without an id, all tries under the keys. */
export const forgiveSignIn: Command<{ hashes: string[]; id?: string }, void> = {
  durable: false,
  async run({ db }, { hashes, id }) {
    await db
      .deleteFrom("failed_sign_ins")
      .where("key_hash", "in", hashes)
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
      .execute();
  },
};

/** Deletes failed sign-ins from before this time. */
export const pruneFailedSignIns: Command<{ before: number }, void> = {
  durable: false,
  bulk: true,
  async run({ db }, { before }) {
    await db.deleteFrom("failed_sign_ins").where("failed_at", "<", before).execute();
  },
};
