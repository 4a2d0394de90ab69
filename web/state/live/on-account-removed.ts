import type { Api } from "@inlet/contract/api.ts";
import type { QueryClient } from "@tanstack/react-query";
import { queryKeys } from "#/api/queries.ts";

type Accounts = Api["GET /imap/accounts"]["output"];

/** Calls `handler` when an account was deleted, on any device. Returns a function that stops it. */
export function onAccountRemoved(client: QueryClient, handler: () => void): () => void {
  const idsNow = () =>
    client.getQueryData<Accounts>(queryKeys.accounts)?.accounts.map(({ id }) => id) ?? [];
  let known: string[] = idsNow();
  return client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || query.queryKey[0] !== queryKeys.accounts[0]) return;
    const ids: readonly string[] = idsNow();
    const isGone = known.some((id) => !ids.includes(id));
    known = [...ids];
    if (isGone) handler();
  });
}
