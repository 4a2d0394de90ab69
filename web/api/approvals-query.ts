import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** Letters of programs that wait for the person's word. They are read again with all else that is to leave. */
export const approvalsQuery = queryOptions({
  queryKey: [...queryKeys.outbox, "approvals"],
  queryFn: ({ signal }) => call("GET /email/approvals", {}, { signal }),
  select: ({ approvals }) => approvals,
});
