import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** Audit log of the user's account, newest first. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: ({ signal, pageParam }) => call("GET /user/activity", pageParam, { signal }),
  initialPageParam: {} as { before?: number },
  getNextPageParam: ({ entries, hasMore }) => below(entries, hasMore),
  // Every sign-in adds an entry.
  staleTime: 0,
});

/** Audit log of this server for administrators, newest first. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ["audit"],
  queryFn: ({ signal, pageParam }) => call("GET /admin/audit", pageParam, { signal }),
  initialPageParam: {} as { before?: number },
  getNextPageParam: ({ entries, hasMore }) => below(entries, hasMore),
  staleTime: 0,
});

function below(entries: { seq: number }[], hasMore: boolean): { before: number } | undefined {
  const last = entries.at(-1);
  return hasMore && last ? { before: last.seq } : undefined;
}
