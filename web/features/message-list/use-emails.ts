import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { type EmailPage, type ListedEmail, type ListQuery, listQuery } from "#/api/queries.ts";
import { keyOf, listWith } from "#/state/pending-change.ts";
import { usePending } from "#/state/pending-changes.ts";

/** The mails of one list, newest first and as the person changed them, with the way to more of them. */
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
 * Pages overlap when mail arrives between two of them; a conversation stands where its newest mail does. Further pages of
 * the same list are put behind the rows that were answered before, so that a long list grows as fast as a short one.
 */
export function uniqueRows(): (pages: readonly EmailPage[], isByThread: boolean) => ListedEmail[] {
  let before: readonly EmailPage[] = [];
  let wasByThread = false;
  let keys = new Set<string>();
  let rows: ListedEmail[] = [];
  return (pages, isByThread) => {
    const goesOn = isByThread === wasByThread && before.every((page, at) => page === pages[at]);
    if (goesOn && before.length === pages.length) return rows;
    if (!goesOn) keys = new Set();
    const more = goesOn ? pages.slice(before.length) : pages;
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
    rows = goesOn ? [...rows, ...fresh] : fresh;
    return rows;
  };
}
