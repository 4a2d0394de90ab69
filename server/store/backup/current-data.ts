import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { type Database, openDatabase } from "../engine/database.ts";
import { neededBlobs } from "../blobs/required-blobs.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { storeFile } from "./move-aside.ts";

/** Counts the users at the target of a restore; null if the data there cannot be read. */
export async function peopleIn(
  target: Pick<RestoreTarget, "engine" | "url">,
): Promise<number | null> {
  const people = await inPresent(target, async ({ reader }) => {
    const row = await reader
      .selectFrom("users")
      .select((users) => users.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return row.count;
  });
  return people === "nothing" ? 0 : people === "damaged" ? null : people;
}

/** Saves the files that only the replaced data refers to; otherwise the cache could evict them. */
export async function blobsKept(target: RestoreTarget, aside: string): Promise<void> {
  const names = await inPresent(target, ({ reader }) => neededBlobs(reader));
  if (names === "nothing" || names === "damaged") return;
  for (const sha256 of names) {
    if (sha256 === "") continue;
    const file = await target.blobs.file(sha256);
    if (file !== null) await storeFile(file, path.join(aside, "blobs", sha256.slice(0, 2)));
  }
}

/** A damaged file does not prevent a restore: more likely it is the reason for one. */
async function inPresent<Result>(
  { engine, url }: Pick<RestoreTarget, "engine" | "url">,
  ask: (database: Database) => Promise<Result>,
): Promise<Result | "nothing" | "damaged"> {
  if (engine === "sqlite" && !existsSync(url)) return "nothing";
  const database = await openDatabase({ url });
  try {
    return (await hasUsers(database)) ? await ask(database) : "nothing";
  } catch (error) {
    if (engine === "sqlite") return "damaged";
    throw error;
  } finally {
    await database.close();
  }
}

async function hasUsers({ engine, kysely }: Database): Promise<boolean> {
  const { rows } = await (
    engine === "sqlite"
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'users'`
      : sql`select 1 where to_regclass('public.users') is not null`
  ).execute(kysely);
  return rows.length > 0;
}
