import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/**
 * What is due for a word, and where an answer is ready. Of the families that mail changes this is the one that is read
 * again the least often: while a mailbox is filled, nobody waits for a reminder.
 */
export const followUpsQuery = queryOptions({
  queryKey: [...queryKeys.labels, "follow-ups"],
  queryFn: ({ signal }) => call("GET /follow-ups", {}, { signal }),
});

/** Whether a model can be asked. */
export const aiStatusQuery = queryOptions({
  queryKey: [...queryKeys.settings, "ai-status"],
  queryFn: ({ signal }) => call("GET /ai/status", {}, { signal }),
});
