import type { Matching } from "@inlet/contract/mail/filing.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { WordQuery } from "#/store/search/word-query.ts";
import { readQuery } from "./read-query.ts";

/** Throws search.too_short if the query is too short. */
export function requireWords(query: string): void {
  const isTooShort = Array.from(query.trim()).length < limits.searchMinLength;
  if (isTooShort) throw new Failure("search.too_short");
}

/**
 * Returns the parsed search of a selection, or undefined if the selection is a whole list. Throws search.too_short and the errors
 * of `readQuery`.
 */
export async function readMatching(
  reader: Reader,
  userId: UserId,
  { query, timeZone, folder }: z.output<typeof Matching>,
  { mustBeWhole = false }: { mustBeWhole?: boolean } = {},
): Promise<WordQuery | undefined> {
  if (query === undefined) return undefined;
  requireWords(query);
  // A search within a folder also covers Spam and Trash.
  const isEverywhere = folder !== undefined;
  return readQuery(reader, userId, query, timeZone, { isEverywhere, mustBeWhole });
}
