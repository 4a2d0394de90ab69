import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type EmailPage, type ListedEmail, type ListQuery, listQuery } from "#/api/queries.ts";
import { keyOf, listWith } from "#/state/changes/pending-change.ts";
import { usePending } from "#/state/changes/pending-changes.ts";

/** The messages of a list, newest first, with the user's pending changes applied, and a way to load more. */
export function useEmails(list: ListQuery) {
  const query = useInfiniteQuery(listQuery(list));
  const { changes } = usePending();
  const { data } = query;
  const key = keyOf(list);
  const [rowsOf] = useState(uniqueRows);
  const emails = useMemo(() => {
    const seen = data && changes.reduce((now, change) => listWith(list, now, change), data);
    return rowsOf(seen?.pages ?? [], list.isByThread ?? false);
    // The key says all that the list does.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, changes, key]);
  return { ...query, emails };
}

/**
 * Returns a function that merges pages into unique rows. Pages overlap when mail arrives between two requests; a conversation is
 * listed at its newest message. Further pages of the same list are appended to the previous rows, to make a long list grow as
 * fast as a short one.
 */
export function uniqueRows(): (pages: readonly EmailPage[], isByThread: boolean) => ListedEmail[] {
  let before: readonly EmailPage[] = [];
  let wasByThread = false;
  let keys = new Set<string>();
  let rows: ListedEmail[] = [];
  return (pages, isByThread) => {
    const continues = isByThread === wasByThread && before.every((page, at) => page === pages[at]);
    if (continues && before.length === pages.length) return rows;
    if (!continues) keys = new Set();
    const more = continues ? pages.slice(before.length) : pages;
    const fresh = more
      .flatMap(({ emails }) => emails)
      .filter((email) => {
        const key = isByThread ? email.threadId : email.id;
        const isFirst = !keys.has(key);
        keys.add(key);
        return isFirst;
      });
    before = pages;
    wasByThread = isByThread;
    rows = continues ? [...rows, ...fresh] : fresh;
    return rows;
  };
}
