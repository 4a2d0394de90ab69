import type { AccountHealth } from "@inlet/contract/account-health.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** While something is being mended it is looked at this often, else as often as that. */
const refreshMs = { restless: 2000, calm: 15_000 };

/** How a mailbox is doing, folder by folder; looked at again as long as somebody does. */
export function healthQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.health, id],
    queryFn: ({ signal }) => call("GET /imap/{id}/health", { id }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && isRestless(data.health) ? refreshMs.restless : refreshMs.calm,
    select: ({ health }) => health,
  });
}

function isRestless({ state, folders }: AccountHealth): boolean {
  return state !== "watching" || folders.some((folder) => folder.state === "repairing");
}
