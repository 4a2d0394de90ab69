import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** The user's settings for models, with the available choices. */
export const aiSettingsQuery = queryOptions({
  queryKey: ["ai", "settings"],
  queryFn: ({ signal }) => call("GET /ai/settings", {}, { signal }),
  select: ({ settings }) => settings,
  // Today's usage grows without the page.
  staleTime: 0,
});

/** Requests to models, the latest first. */
export const aiLedgerQuery = infiniteQueryOptions({
  queryKey: ["ai", "ledger"],
  queryFn: ({ pageParam, signal }) =>
    call("GET /ai/ledger", pageParam === null ? {} : { cursor: pageParam }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ nextCursor }) => nextCursor,
  staleTime: 0,
});
