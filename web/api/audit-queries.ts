import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "#/api/client.ts";

/** What was done to the person's account, newest first. */
export const activityQuery = infiniteQueryOptions({
  queryKey: ["activity"],
  queryFn: ({ signal, pageParam }) => call("GET /user/activity", pageParam, { signal }),
  initialPageParam: {} as { before?: number },
  getNextPageParam: ({ entries, hasMore }) => below(entries, hasMore),
  // Every sign-in adds to it.
  staleTime: 0,
});

/** What was done on this server, newest first, for administrators. */
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
