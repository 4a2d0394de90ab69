import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

// Others change all of it: what is shown is asked for anew each time it is looked at.

/** A page of the people here. */
export function adminUsersQuery(asked: { query: string; page: number }) {
  return queryOptions({
    queryKey: ["admin", "users", asked],
    queryFn: ({ signal }) => call("GET /admin/users", asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Who may sign up, and the invitations that are open. */
export const registrationQuery = queryOptions({
  queryKey: ["admin", "registration"],
  queryFn: ({ signal }) => call("GET /admin/registration", {}, { signal }),
  staleTime: 0,
});

/** A page of everybody's mail accounts. */
export function adminAccountsQuery(page: number) {
  return queryOptions({
    queryKey: ["admin", "accounts", page],
    queryFn: ({ signal }) => call("GET /admin/accounts", { page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
  });
}

/** How the work stands, and a page of what failed. */
export function adminJobsQuery(page: number) {
  return queryOptions({
    queryKey: ["admin", "jobs", page],
    queryFn: ({ signal }) => call("GET /admin/jobs", { page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
  });
}

/** How much room there is. */
export const storageQuery = queryOptions({
  queryKey: ["admin", "storage"],
  queryFn: ({ signal }) => call("GET /admin/storage", {}, { signal }),
  staleTime: 0,
});

/** What models were asked in a month; "" for this one. */
export function modelUseQuery(month: string) {
  return queryOptions({
    queryKey: ["admin", "model-use", month],
    queryFn: ({ signal }) => call("GET /admin/model-use", { ...(month && { month }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Copies of the database. */
export const backupsQuery = queryOptions({
  queryKey: ["admin", "backups"],
  queryFn: ({ signal }) => call("GET /admin/backups", {}, { signal }),
  staleTime: 0,
});
