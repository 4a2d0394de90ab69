import { useQueries } from "@tanstack/react-query";
import { countQuery } from "#/api/matching.ts";
import { segmentsOf } from "#/features/search/query/query-segments.ts";
import { type Way, widerSearches } from "#/features/search/query/wider-searches.ts";
import { locale } from "#/lib/locale.ts";

/** Returns the wider searches that have results, with their number, once the server has counted them. */
export function useWiderSearches(
  query: string,
  { isWanted, accountId }: { isWanted: boolean; accountId: string | null },
): (Way & { count: string })[] {
  const ways = isWanted ? widerSearches(query, segmentsOf(query)) : [];
  const counts = useQueries({
    queries: ways.map(({ words }) => countQuery({ folder: "", accountId, query: words })),
  });
  return ways.flatMap((way, at) => {
    const { count = 0, isAtLeast } = counts[at]?.data ?? {};
    if (count === 0 && !isAtLeast) return [];
    return [{ ...way, count: count.toLocaleString(locale) + (isAtLeast ? "+" : "") }];
  });
}
