import type { UserId } from "@inlet/contract/ids.ts";
import type { Engine, Reader } from "#/store/database.ts";
import { findWords } from "#/store/search.ts";
import type { LocationRole } from "#/store/tables.ts";
import { visibleKeys } from "#/store/visible-keys.ts";
import { parseQuery } from "./parse-query.ts";
import { readQuery } from "./read-query.ts";

/** Whether a search would find the message of this date_key in a place. Throws what readQuery throws. */
export async function isFound(
  reader: Reader,
  engine: Engine,
  asked: { userId: UserId; dateKey: number; query: string; role: LocationRole },
): Promise<boolean> {
  const { userId, dateKey, query, role } = asked;
  const words = await readQuery(reader, userId, query);
  const { from = dateKey, until = dateKey + 1 } = words;
  if (dateKey < from || dateKey >= until) return false;
  const asks = [...(words.asks ?? []), { kind: "role" as const, role }];
  const alone = { ...words, asks, from: dateKey, until: dateKey + 1 };
  const keys = await findWords(reader, engine, { userId, query: alone, limit: 1 });
  return (await visibleKeys(reader, userId, keys, undefined, asks)).length > 0;
}

/** Whether a search says which mail is meant, with all that was typed: a place alone, or signs without words, do not. */
export function isPrecise(query: string): boolean {
  const { terms, asks, names, isWhole } = parseQuery(query);
  const isNarrow =
    terms.length > 0 ||
    names.some(({ operator }) => operator !== "in") ||
    asks.some((ask) =>
      ask.kind === "listed" ? Object.keys(ask.filter).length > 0 : ask.kind === "muted",
    );
  return isWhole && isNarrow;
}
