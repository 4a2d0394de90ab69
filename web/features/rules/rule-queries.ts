import type { JournalId } from "@inlet/contract/ids.ts";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** The user's rules. */
export const rulesQuery = queryOptions({
  queryKey: ["rules"],
  queryFn: ({ signal }) => call("GET /rules", {}, { signal }),
  select: ({ rules }) => rules,
});

/** The messages that a rule would have found. Not cached for long, because new mail keeps arriving. */
export const trialQuery = (query: string) =>
  queryOptions({
    queryKey: ["rule-trial", query],
    queryFn: ({ signal }) => {
      const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
      return call("POST /rules/try", { query, timeZone }, { signal });
    },
    staleTime: 60_000,
    retry: false,
  });

/** The log of rules, latest entries first. */
export const journalQuery = infiniteQueryOptions({
  queryKey: ["rule-journal"],
  queryFn: ({ pageParam, signal }) =>
    call("GET /rules/journal", pageParam === null ? {} : { before: pageParam }, { signal }),
  initialPageParam: null as JournalId | null,
  getNextPageParam: ({ entries, hasMore }) => (hasMore ? entries.at(-1)?.id : undefined),
  staleTime: 0,
});
