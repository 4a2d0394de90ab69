import type { Api } from "@inlet/contract/api.ts";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

type Answer = Api["GET /brief"]["output"];

/** The brief as it stands now, and whether it was looked at; other devices tell of that as of a setting. */
export const briefQuery = queryOptions({
  queryKey: [...queryKeys.settings, "brief"],
  queryFn: ({ signal }) => call("GET /brief", {}, { signal }),
  retry: false,
});

/** The brief of this day is announced no more, here at once and soon everywhere. */
export function noteSeen(client: QueryClient, day: string): void {
  client.setQueryData<Answer>(
    briefQuery.queryKey,
    (before) => before && { ...before, isSeen: true },
  );
  // It would be announced once more, and that is all.
  call("POST /brief/seen", { day }).catch(() => undefined);
}
