import type { QueryClient } from "@tanstack/react-query";

/**
 * Brings the lists up to date. The code for this is loaded after the first paint; if that fails, the ids are kept for a retry.
 */
export async function refreshListsLate(
  client: QueryClient,
  changedIds: ReadonlySet<string> | null,
): Promise<boolean> {
  try {
    const { refreshLists } = await import("#/state/changes/refresh-lists.ts");
    return await refreshLists(client, changedIds);
  } catch {
    return false;
  }
}
