import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

// Other users change all of this data: the queries refetch on every use.

/** A page of the users of this server. */
export function adminUsersQuery(asked: { query: string; page: number }) {
  return queryOptions({
    queryKey: ["admin", "users", asked],
    queryFn: ({ signal }) => call("GET /admin/users", asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Registration policy and the open invitations. */
export const registrationQuery = queryOptions({
  queryKey: ["admin", "registration"],
  queryFn: ({ signal }) => call("GET /admin/registration", {}, { signal }),
  staleTime: 0,
});

/** A page of the mail accounts of all users. */
export function adminAccountsQuery(page: number) {
  return queryOptions({
    queryKey: ["admin", "accounts", page],
    queryFn: ({ signal }) => call("GET /admin/accounts", { page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
  });
}

/** State of the job queues, and a page of the failed jobs. */
export function adminJobsQuery(page: number) {
  return queryOptions({
    queryKey: ["admin", "jobs", page],
    queryFn: ({ signal }) => call("GET /admin/jobs", { page }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: 15_000,
  });
}

/** Used and free storage. */
export const storageQuery = queryOptions({
  queryKey: ["admin", "storage"],
  queryFn: ({ signal }) => call("GET /admin/storage", {}, { signal }),
  staleTime: 0,
});

/** Requests to models in a month; "" is the current one. */
export function modelUseQuery(month: string) {
  return queryOptions({
    queryKey: ["admin", "model-use", month],
    queryFn: ({ signal }) => call("GET /admin/model-use", { ...(month && { month }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The backups of the database. */
export const backupsQuery = queryOptions({
  queryKey: ["admin", "backups"],
  queryFn: ({ signal }) => call("GET /admin/backups", {}, { signal }),
  staleTime: 0,
});
