import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type EmailPage, type ListedEmail, type ListQuery, listQuery } from "#/api/queries.ts";
import { keyOf, listWith } from "#/state/pending-change.ts";
import { usePending } from "#/state/pending-changes.ts";

/** The mails of one list, newest first and as the person changed them, with the way to more of them. */
export function useEmails(list: ListQuery) {
  const query = useInfiniteQuery(listQuery(list));
  const { changes } = usePending();
  const { data } = query;
  const key = keyOf(list);
  const emails = useMemo(() => {
    const seen = data && changes.reduce((now, change) => listWith(list, now, change), data);
    return uniqueRows(seen?.pages ?? [], list.isByThread ?? false);
    // The key says all that the list does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, changes, key]);
  return { ...query, emails };
}

/** Pages overlap when mail arrives between two of them; a conversation stands where its newest mail does. */
function uniqueRows(pages: readonly EmailPage[], isByThread: boolean): ListedEmail[] {
  const rows = new Map<string, ListedEmail>();
  for (const email of pages.flatMap(({ emails }) => emails)) {
    const key = isByThread ? email.threadId : email.id;
    if (!rows.has(key)) rows.set(key, email);
  }
  return [...rows.values()];
}
