import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** Current state of the event that a message refers to. */
export function invitationQuery(emailId: string) {
  return queryOptions({
    // Below the outbox, which contains the response: its live events refetch this query too.
    queryKey: [...queryKeys.outbox, "invitation", emailId],
    queryFn: ({ signal }) => call("GET /email/{emailId}/invitation", { emailId }, { signal }),
    // Responses of other guests arrive as separate messages.
    staleTime: 0,
    // A calendar does not notify anyone when it has stored an event.
    refetchInterval: ({ state }) => (state.data?.calendar?.state === "waiting" ? 2000 : 60_000),
  });
}

/** Events in connected calendars at that time. A separate request, because a calendar may be slow. */
export function busyQuery(emailId: string) {
  return queryOptions({
    // A separate key: a change of the outbox is not a reason to ask a calendar again.
    queryKey: ["calendars-busy", emailId],
    queryFn: ({ signal }) => call("GET /email/{emailId}/invitation/busy", { emailId }, { signal }),
    retry: false,
    staleTime: 60_000,
  });
}
