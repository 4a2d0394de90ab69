import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "#/api/queries.ts";

/** Reads the accounts again, and what depends on them. Resolves once the accounts are here. */
export async function rereadAccounts(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: queryKeys.accounts });
  void client.invalidateQueries({ queryKey: queryKeys.folders });
  void client.invalidateQueries({ queryKey: queryKeys.lists });
}
