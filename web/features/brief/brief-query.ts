import type { Api } from "@inlet/contract/api.ts";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

type Answer = Api["GET /brief"]["output"];

/**
 * The current brief, and whether it was seen. The key is below settings, because other devices report a seen brief as a changed
 * setting.
 */
export const briefQuery = queryOptions({
  queryKey: [...queryKeys.settings, "brief"],
  queryFn: ({ signal }) => call("GET /brief", {}, { signal }),
  retry: false,
});

/** Marks the brief of this day as seen: locally at once, and soon on all devices. */
export function markSeen(client: QueryClient, day: string): void {
  client.setQueryData<Answer>(
    briefQuery.queryKey,
    (before) => before && { ...before, isSeen: true },
  );
  // After a failure the brief would only be announced again.
  call("POST /brief/seen", { day }).catch(() => undefined);
}
