import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { readFlags } from "#/store/messages/flags.ts";
import { keywordOf, labelNamesOf } from "./keywords.ts";
import type { LabelRow } from "#/store/messages/filing-schema.ts";
import type { Writer } from "#/store/engine/writer.ts";

/** Returns the user's labels by name. */
export async function labelsOf(reader: Reader, userId: UserId): Promise<LabelRow[]> {
  return reader
    .selectFrom("labels")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("name_key")
    .execute();
}

/** Counts the unread messages of each label, by its name in lower case; without Spam and Trash. */
export async function unreadOfLabels(
  reader: Reader,
  userId: UserId,
): Promise<ReadonlyMap<string, number>> {
  const rows = await reader
    .selectFrom("message_locations")
    .select(["flags_json", (row) => row.fn.countAll<number>().as("count")])
    .where("user_id", "=", userId)
    .where("is_seen", "=", sql.lit(0 as const))
    .where("is_twin", "=", sql.lit(0 as const))
    .where("role", "not in", ["spam", "trash"])
    .groupBy("flags_json")
    .execute();
  const counts = new Map<string, number>();
  for (const { flags_json: flags, count } of rows) {
    for (const name of labelNamesOf(readFlags(flags))) {
      const key = name.toLowerCase();
      counts.set(key, (counts.get(key) ?? 0) + Number(count));
    }
  }
  return counts;
}

/** Returns the keyword of each label, by the label's name in lower case. */
export async function knownKeywords(
  { db }: Writer,
  userId: UserId,
): Promise<ReadonlyMap<string, string>> {
  const rows = await labelsOf(db, userId);
  return new Map(rows.map((row) => [row.name_key, row.keyword]));
}

/** Creates the labels that do not exist yet. */
export async function recordLabels(
  writer: Writer,
  userId: UserId,
  names: Iterable<string>,
  spelled: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const wanted = new Map([...names].map((name) => [name.toLowerCase(), name]));
  if (wanted.size === 0) return;
  const known = await knownKeywords(writer, userId);
  const rows: LabelRow[] = [...wanted]
    .filter(([key]) => !known.has(key))
    .map(([key, name]) => ({
      user_id: userId,
      name_key: key,
      name,
      keyword: spelled.get(key) ?? keywordOf(name),
      color: "default",
      created_at: writer.now,
    }));
  if (rows.length === 0) return;
  await writer.db
    .insertInto("labels")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await writer.change(
    userId,
    "label.changed",
    rows.map(({ name }) => name),
  );
}

/** Creates labels for the keywords that a mail server reported. */
export async function recordServerLabels(
  writer: Writer,
  userId: UserId,
  flagLists: readonly (readonly string[])[],
): Promise<void> {
  const spelled = new Map<string, string>();
  const names: string[] = [];
  for (const flag of new Set(flagLists.flat())) {
    const [name] = labelNamesOf([flag]);
    if (name === undefined) continue;
    names.push(name);
    if (!flag.startsWith("label:")) spelled.set(name.toLowerCase(), flag);
  }
  await recordLabels(writer, userId, names, spelled);
}
