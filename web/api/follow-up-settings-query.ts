import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** Settings of the reminders. They are refetched with the reminders: both name conversations. */
export const followUpSettingsQuery = queryOptions({
  queryKey: [...queryKeys.followUps, "settings"],
  queryFn: ({ signal }) => call("GET /follow-ups/settings", {}, { signal }),
});
