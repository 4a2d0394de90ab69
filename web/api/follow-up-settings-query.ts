import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** What the person wants to be reminded of. It is read again with the reminders: they name conversations, as it does. */
export const followUpSettingsQuery = queryOptions({
  queryKey: [...queryKeys.followUps, "settings"],
  queryFn: ({ signal }) => call("GET /follow-ups/settings", {}, { signal }),
});
