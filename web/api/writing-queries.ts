import { queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

/** Messages that are queued, being sent or need the user's attention. */
export const outboxQuery = queryOptions({
  queryKey: [...queryKeys.outbox, "all"],
  queryFn: ({ signal }) => call("GET /email/outbox", {}, { signal }),
  select: ({ outgoing }) => outgoing,
});

/** All drafts on the server, from any device. */
export const draftsQuery = queryOptions({
  queryKey: queryKeys.drafts,
  queryFn: ({ signal }) => call("GET /email/drafts", {}, { signal }),
  select: ({ drafts }) => drafts,
});

/** The user's identities, with the signature of each. */
export const identitiesQuery = queryOptions({
  queryKey: [...queryKeys.settings, "identities"],
  queryFn: ({ signal }) => call("GET /identities", {}, { signal }),
  select: ({ identities }) => identities,
});

/** The user's profile, as last saved on any device. */
export const profileQuery = queryOptions({
  queryKey: [...queryKeys.settings, "profile"],
  queryFn: ({ signal }) => call("GET /user/profile", {}, { signal }),
  select: ({ user }) => user,
});

/** The user's preferences, which apply on every device. */
export const preferencesQuery = queryOptions({
  queryKey: [...queryKeys.settings, "preferences"],
  queryFn: ({ signal }) => call("GET /user/preferences", {}, { signal }),
  select: ({ preferences }) => preferences,
});

/** Contacts and correspondents that match the input, the most likely first. */
export function recipientsQuery(query: string) {
  return queryOptions({
    ...completionQuery(query),
    select: ({ recipients }) => recipients,
  });
}

/** The same, with the matching groups of the address book. */
export function completionQuery(query: string) {
  return queryOptions({
    queryKey: ["recipients", query],
    queryFn: ({ signal }) => call("GET /recipients", { query }, { signal }),
    staleTime: 60_000,
  });
}
