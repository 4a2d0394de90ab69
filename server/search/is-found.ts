import type { UserId } from "@inlet/contract/ids.ts";
import type { Engine, Reader } from "#/store/database.ts";
import { findWords } from "#/store/search.ts";
import { visibleKeys } from "#/store/visible-keys.ts";
import { readQuery } from "./read-query.ts";

/** Whether a search would find the message of this date_key. Throws what readQuery throws. */
export async function isFound(
  reader: Reader,
  engine: Engine,
  { userId, dateKey, query }: { userId: UserId; dateKey: number; query: string },
): Promise<boolean> {
  const words = await readQuery(reader, userId, query);
  const { from = dateKey, until = dateKey + 1 } = words;
  if (dateKey < from || dateKey >= until) return false;
  const alone = { ...words, from: dateKey, until: dateKey + 1 };
  const keys = await findWords(reader, engine, { userId, query: alone, limit: 1 });
  return (await visibleKeys(reader, userId, keys, undefined, words.asks)).length > 0;
}
