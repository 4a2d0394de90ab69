import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** Messages of API clients that wait for the user's approval. They are refetched together with the outbox. */
export const approvalsQuery = queryOptions({
  queryKey: [...queryKeys.outbox, "approvals"],
  queryFn: ({ signal }) => call("GET /email/approvals", {}, { signal }),
  select: ({ approvals }) => approvals,
});
