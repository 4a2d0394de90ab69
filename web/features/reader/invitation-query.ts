import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** The event that a mail speaks of, as it stands now. */
export function invitationQuery(emailId: string) {
  return queryOptions({
    // Among what is on its way, as an answer is: what is heard of that is heard of this.
    queryKey: [...queryKeys.outbox, "invitation", emailId],
    queryFn: ({ signal }) => call("GET /email/{emailId}/invitation", { emailId }, { signal }),
    // What others answer arrives as mail of its own.
    staleTime: 0,
    // A calendar tells nobody that it has something now.
    refetchInterval: ({ state }) => (state.data?.calendar?.state === "waiting" ? 2000 : 60_000),
  });
}

/** What stands in linked calendars at its time. It is asked apart, for a calendar may be slow. */
export function busyQuery(emailId: string) {
  return queryOptions({
    // Under a name of its own: what is on its way is no reason to ask a calendar again.
    queryKey: ["calendars-busy", emailId],
    queryFn: ({ signal }) => call("GET /email/{emailId}/invitation/busy", { emailId }, { signal }),
    retry: false,
    staleTime: 60_000,
  });
}
