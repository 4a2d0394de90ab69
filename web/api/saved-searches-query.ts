import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** The user's saved searches, by name. */
export const savedSearchesQuery = queryOptions({
  queryKey: [...queryKeys.settings, "searches"],
  queryFn: ({ signal }) => call("GET /searches", {}, { signal }),
  select: ({ searches }) => searches,
});
