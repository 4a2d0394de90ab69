import type { Api } from "@inlet/contract/api.ts";
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

export type Contact = Api["GET /contacts"]["output"]["contacts"][number];
export type ContactGroup = Api["GET /contact-groups"]["output"]["groups"][number];

/** Beginning of each query key of the address book. */
export const contactsKey = [...queryKeys.settings, "contacts"] as const;

/** Pages of the matching contacts, those that the user writes to most first. */
export function contactsQuery({ query, groupId }: { query: string; groupId: string | null }) {
  return infiniteQueryOptions({
    queryKey: [...contactsKey, "list", query, groupId],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /contacts",
        {
          ...(query !== "" && { query }),
          ...(groupId !== null && { groupId }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The groups of the address book. */
export const contactGroupsQuery = queryOptions({
  queryKey: [...contactsKey, "groups"],
  queryFn: ({ signal }) => call("GET /contact-groups", {}, { signal }),
  select: ({ groups }) => groups,
  staleTime: 0,
});

/** Contacts with this address in the address book. */
export function contactsAtQuery(address: string) {
  return queryOptions({
    queryKey: [...contactsKey, "at", address],
    queryFn: ({ signal }) => call("GET /contacts", { query: address }, { signal }),
    select: ({ contacts }) =>
      contacts.filter(({ addresses }) =>
        addresses.some((one) => one.toLowerCase() === address.toLowerCase()),
      ),
  });
}
