import type { UserId } from "@inlet/contract/ids.ts";
import type { Engine, Reader } from "#/store/engine/database.ts";
import { findKeys } from "#/store/search/candidate-keys.ts";
import type { LocationRole } from "#/store/engine/schema.ts";
import { visibleKeys } from "#/store/search/visible-keys.ts";
import { parseQuery } from "./parse-query.ts";
import type { Part } from "./query-parts.ts";
import { readQuery } from "./read-query.ts";

/** Reports whether a search would find the message with this date_key at a location. Throws the errors of readQuery. */
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
  const keys = await findKeys(reader, engine, { userId, query: alone, limit: 1 });
  return (await visibleKeys(reader, engine, userId, keys, undefined, asks)).length > 0;
}

/** Reports whether a search is specific, with everything that was typed: a location alone, or signs without words, are not. */
export function isPrecise(query: string): boolean {
  const { terms, asks, names, groups, isWhole } = parseQuery(query);
  const isNarrow =
    terms.length > 0 ||
    names.some((name) => saysWhich({ kind: "name", ...name })) ||
    [...asks, ...groups].some(saysWhich);
  return isWhole && isNarrow;
}

/** In an OR, each part must be specific; a negated part says nothing about the rest. */
function saysWhich(part: Part): boolean {
  switch (part.kind) {
    case "words":
    case "muted":
    case "field":
    case "marked":
    case "me":
    case "messageId":
    case "size":
    case "userlabels":
      return true;
    case "name":
      return part.operator !== "in";
    case "listed":
      return Object.keys(part.filter).length > 0;
    case "all":
      return part.parts.some(saysWhich);
    case "either":
      return part.parts.every(saysWhich);
    case "accounts":
    case "answered":
    case "dates":
    case "folders":
    case "kept":
    case "outside":
    case "own":
    case "role":
    case "without":
      return false;
  }
}
