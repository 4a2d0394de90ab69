import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** Conversations without an answer, reminders that are due, and messages with a prepared reply. */
export const followUpsQuery = queryOptions({
  queryKey: [...queryKeys.followUps, "due"],
  queryFn: ({ signal }) => call("GET /follow-ups", {}, { signal }),
});

/** Availability of a model. */
export const aiStatusQuery = queryOptions({
  queryKey: [...queryKeys.settings, "ai-status"],
  queryFn: ({ signal }) => call("GET /ai/status", {}, { signal }),
});
