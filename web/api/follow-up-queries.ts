import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** What is due for a word, and where an answer is ready. */
export const followUpsQuery = queryOptions({
  queryKey: [...queryKeys.followUps, "due"],
  queryFn: ({ signal }) => call("GET /follow-ups", {}, { signal }),
});

/** Whether a model can be asked. */
export const aiStatusQuery = queryOptions({
  queryKey: [...queryKeys.settings, "ai-status"],
  queryFn: ({ signal }) => call("GET /ai/status", {}, { signal }),
});
