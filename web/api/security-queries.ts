import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** The account's second factors and recovery codes. */
export const securityQuery = queryOptions({
  queryKey: ["security"],
  queryFn: ({ signal }) => call("GET /user/security", {}, { signal }),
  // Recovery codes may be used on another device.
  staleTime: 0,
});

/** Verification state of the user's address. */
export const verificationQuery = queryOptions({
  queryKey: ["verification"],
  queryFn: ({ signal }) => call("GET /user/verification", {}, { signal }),
  // The link may be opened on another device.
  staleTime: 0,
});

/** The passkeys that can sign in without a password. */
export const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: ({ signal }) => call("GET /user/passkeys", {}, { signal }),
  select: ({ passkeys }) => passkeys,
  staleTime: 0,
});

/** External providers that the user signs in with, and the available ones. */
export const signInsQuery = queryOptions({
  queryKey: ["sign-ins"],
  queryFn: ({ signal }) => call("GET /user/sign-ins", {}, { signal }),
  // Sign-in methods are added on another page.
  staleTime: 0,
});

/** The API clients that may act for the user. */
export const apiTokensQuery = queryOptions({
  queryKey: ["api-tokens"],
  queryFn: ({ signal }) => call("GET /user/tokens", {}, { signal }),
  select: ({ tokens }) => tokens,
  staleTime: 0,
});

/** Requests of an API client, newest first. */
export function apiTokenCallsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ["api-token-calls", id],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /user/tokens/{id}/calls",
        { id, ...(pageParam && { before: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ calls, hasMore }) => (hasMore ? calls.at(-1)?.id : undefined),
    staleTime: 0,
  });
}

/** The user's sessions. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: ({ signal }) => call("GET /user/sessions", {}, { signal }),
  select: ({ sessions }) => sessions,
  // Other devices sign in and out at any time.
  staleTime: 0,
});
