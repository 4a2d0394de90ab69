import type { AccountHealth } from "@inlet/contract/mail/account-health.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/**
 * Refresh intervals in milliseconds: `restless` while a folder is repaired or the account is not being watched, else `calm`.
 */
const refreshMs = { restless: 2000, calm: 15_000 };

/** Reads the state of a mailbox, folder by folder; refreshed while it is shown. */
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
