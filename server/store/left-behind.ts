import { UserId } from "@inlet/contract/ids.ts";
import { tablesOfPeople } from "./commands/remove-user.ts";
import type { Reader } from "./database.ts";

/** Entries of the audit log that are read at a time. */
const page = 500;

/** Who was deleted since then, and has rows all the same. */
export async function leftBehind(reader: Reader, since: number): Promise<UserId[]> {
  const found: UserId[] = [];
  for (const userId of await deletedSince(reader, since)) {
    if (await hasRows(reader, userId)) found.push(userId);
  }
  return found;
}

/** From the end of the log backwards: only of its newest entries this is asked. */
async function deletedSince(reader: Reader, since: number): Promise<UserId[]> {
  const deleted: UserId[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const entries = await reader
      .selectFrom("audit_log")
      .select(["seq", "kind", "before_id", "created_at"])
      .where("seq", "<", before)
      .orderBy("seq", "desc")
      .limit(page)
      .execute();
    for (const entry of entries) {
      if (entry.created_at < since) return deleted;
      if (entry.kind === "user.removed") deleted.push(UserId.parse(entry.before_id));
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < page) return deleted;
    before = Number(last.seq);
  }
}

async function hasRows(reader: Reader, userId: UserId): Promise<boolean> {
  for (const table of tablesOfPeople) {
    const row = await reader
      .selectFrom(table)
      .select("user_id")
      .where("user_id", "=", userId)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
