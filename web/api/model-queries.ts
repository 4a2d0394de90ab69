import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** What the person decided about models, with what there is to decide about. */
export const aiSettingsQuery = queryOptions({
  queryKey: ["ai", "settings"],
  queryFn: ({ signal }) => call("GET /ai/settings", {}, { signal }),
  select: ({ settings }) => settings,
  // What was used today grows without the page.
  staleTime: 0,
});

/** What was asked of models, the latest first. */
export const aiLedgerQuery = infiniteQueryOptions({
  queryKey: ["ai", "ledger"],
  queryFn: ({ pageParam, signal }) =>
    call("GET /ai/ledger", pageParam === null ? {} : { cursor: pageParam }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});
