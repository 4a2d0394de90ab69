import type { Api } from "@inlet/contract/api.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { zoneFor } from "#/api/zone-for.ts";
import type { ListQuery } from "#/api/queries.ts";

/** Returns the filter of a list, as the server's bulk requests take it. */
export function matchingOf(list: ListQuery): Api["POST /email/count"]["input"] {
  const { folder, accountId, label, query, isStarred, isUnread } = list;
  const { hasAttachments, category, priority, isImportant, from, turn, followUp } = list;
  return {
    ...(folder && { folder }),
    ...(accountId && { accountId }),
    ...(label && { label }),
    ...(query !== undefined && { query: query.trim(), ...zoneFor(query) }),
    ...(isStarred && { isStarred }),
    ...(isUnread && { isUnread }),
    ...(hasAttachments && { hasAttachments }),
    ...(category && { category }),
    ...(priority && { priority }),
    ...(isImportant !== undefined && { isImportant }),
    ...(from && { from }),
    ...(turn && { turn }),
    ...(followUp && { followUp }),
  };
}

/** Family of the keys of counts. */
export const countKey = ["count"] as const;

/** Number of messages in a list; refetched on every use. */
export function countQuery(list: ListQuery) {
  const matching = matchingOf(list);
  return queryOptions({
    queryKey: [...countKey, matching],
    queryFn: ({ signal }) => call("POST /email/count", matching, { signal }),
    staleTime: 0,
  });
}
