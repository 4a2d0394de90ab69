import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import type { Engine, Reader } from "#/store/database.ts";
import { messagesByKeys } from "#/store/messages.ts";
import { findWords } from "#/store/search.ts";
import { visibleKeys } from "#/store/visible-keys.ts";
import type { MessageRow } from "#/store/tables.ts";
import { parseQuery } from "./parse-query.ts";

/**
 * The user's messages that hold what was typed, newest first; in all accounts the same mail once. A message that is
 * on its way from one folder to another, or gone, is not among them.
 */
export async function search(
  reader: Reader,
  engine: Engine,
  userId: UserId,
  query: string,
  options: {
    accountId?: AccountId | undefined;
    limit: number;
    /** Only messages older than this date_key. */
    before?: number | undefined;
  },
): Promise<MessageRow[]> {
  const { accountId, limit } = options;
  const words = parseQuery(query);
  const found: number[] = [];
  let { before } = options;
  while (found.length < limit) {
    const keys = await findWords(reader, engine, {
      userId,
      accountId,
      query: words,
      limit: limit * 2,
      before,
    });
    found.push(...(await visibleKeys(reader, userId, keys, accountId)));
    if (keys.length < limit * 2) break;
    before = keys.at(-1);
  }
  return messagesByKeys(reader, userId, found.slice(0, limit));
}
