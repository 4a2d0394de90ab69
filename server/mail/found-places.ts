import type { EmailRow } from "@inlet/contract/email.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { Reader } from "#/store/database.ts";
import { foldersHolding } from "#/store/found-in.ts";

/** A search that says of each result in which folders it stands. */
export function withPlaces<Asked, Found extends { results: EmailRow[] }>(
  reader: Reader,
  search: (userId: UserId, asked: Asked, signal: AbortSignal) => Promise<Found>,
): typeof search {
  return async (userId, asked, signal) => {
    const found = await search(userId, asked, signal);
    const ids = found.results.map(({ id }) => id);
    const holding = await foldersHolding(reader, userId, ids);
    const results = found.results.map((row) => ({ ...row, folderIds: holding.get(row.id) ?? [] }));
    return { ...found, results };
  };
}
