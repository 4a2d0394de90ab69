import { limits } from "@inlet/contract/limits.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiFailure } from "#/api/client.ts";
import { searchQuery } from "#/api/queries.ts";
import { lookHere } from "#/features/search/query/search-cached.ts";
import { useDebounced } from "#/lib/use-debounced.ts";

/** Returns the messages that match a search when typing pauses; offline, those on this device. */
export function useSearchResults(words: string, isAsked: boolean) {
  const client = useQueryClient();
  const settled = useDebounced(words, limits.searchDebounceMs);
  const isSettled = settled.trim() === words.trim();
  const answer = useQuery({
    ...searchQuery(settled),
    ...(!(isAsked && isSettled) && { enabled: false }),
  });
  // Until typing pauses, the current response belongs to the previous words.
  const isAway = isSettled && isUnanswered(answer.error ?? answer.failureReason);
  const known = isAsked && isAway && !answer.data ? (lookHere(client, words) ?? []) : [];
  const here = known.length > 0 ? known : null;
  const isSearching = isAsked && here === null && (!isSettled || answer.isPending);
  const results = isAsked && !isSearching ? (answer.data?.results ?? here ?? []) : [];
  return {
    results,
    /** True if the server has further results. */
    hasMore: results.length > 0 && typeof answer.data?.nextCursor === "string",
    isSearching,
    /** Offline: the results are those on this device. */
    isOfDevice: here !== null,
    failure:
      isAsked && !isSearching && results.length === 0 ? (answer.error?.message ?? null) : null,
  };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 0;
}
