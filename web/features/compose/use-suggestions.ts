import type { Api } from "@inlet/contract/api.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { recipientsQuery } from "#/api/writing-queries.ts";
import { useDebounced } from "#/lib/use-debounced.ts";

export type Suggestion = Api["GET /recipients"]["output"]["recipients"][number];

const debounceMs = 120;
const shownAtMost = 8;

/** People who may be meant by what is typed, without those who are recipients already. */
export function useSuggestions(
  typed: string,
  chosen: readonly { address: string }[],
  isWanted: boolean,
): Suggestion[] {
  const query = useDebounced(typed.trim(), debounceMs);
  const { data = [] } = useQuery({
    ...recipientsQuery(query),
    enabled: isWanted && query !== "",
    placeholderData: keepPreviousData,
  });
  if (typed.trim() === "") return [];
  const taken = new Set(chosen.map(({ address }) => address.toLowerCase()));
  return data.filter(({ address }) => !taken.has(address.toLowerCase())).slice(0, shownAtMost);
}
