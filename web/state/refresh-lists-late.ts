import type { QueryClient } from "@tanstack/react-query";

/** Brings the lists up to date. How that is done is fetched after the first paint; until then they are told again. */
export async function refreshListsLate(
  client: QueryClient,
  told: ReadonlySet<string> | null,
): Promise<boolean> {
  try {
    const { refreshLists } = await import("#/state/refresh-lists.ts");
    return await refreshLists(client, told);
  } catch {
    return false;
  }
}
