import type { Api } from "@inlet/contract/api.ts";
import { queryOptions, type QueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";

type Answer = Api["GET /brief"]["output"];

/**
 * The current brief, and whether it was seen. The key is below settings, because other devices report a seen brief as a changed
 * setting.
 */
export const briefQuery = queryOptions({
  queryKey: [...queryKeys.settings, "brief"],
  queryFn: ({ signal }) => call("GET /brief", {}, { signal }),
  retry: false,
});

/** Returns the brief without the lines of these messages. */
export function withoutLines(answer: Answer, ids: ReadonlySet<string>): Answer {
  const left = <Line extends { emailId: string }>({
    lines,
    more,
  }: {
    lines: Line[];
    more: number;
  }) => ({
    lines: lines.filter(({ emailId }) => !ids.has(emailId)),
    more,
  });
  const { answer: own, deadlines, waiting } = answer.brief;
  return {
    ...answer,
    brief: {
      ...answer.brief,
      answer: left(own),
      deadlines: left(deadlines),
      waiting: left(waiting),
    },
  };
}

/** Marks the brief of this day as seen: locally at once, and soon on all devices. */
export function markSeen(client: QueryClient, day: string): void {
  client.setQueryData<Answer>(
    briefQuery.queryKey,
    (before) => before && { ...before, isSeen: true },
  );
  // After a failure the brief would only be announced again.
  call("POST /brief/seen", { day }).catch(() => undefined);
}
