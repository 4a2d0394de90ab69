import type { Api } from "@inlet/contract/api.ts";
import type { EmailRow } from "@inlet/contract/mail/email.ts";
import type { QueryClient } from "@tanstack/react-query";
import { type ListQuery, queryKeys } from "#/api/queries.ts";
import type { EmailList } from "#/state/changes/merge-list.ts";
import {
  type Before,
  emailWith,
  keyOf,
  listWith,
  type PendingChange,
  type Target,
} from "#/state/changes/pending-change.ts";
import { findRow } from "#/state/changes/find-row.ts";
import { countCommit, hide, usePending } from "#/state/changes/pending-changes.ts";

type EmailAnswer = Api["GET /email/preview/{emailId}"]["output"];

/**
 * Moves a change that the server has executed from above the lists into them, once none of them is being fetched: a response in
 * flight, or the pages to which one is added, would restore the old state.
 */
export async function settle(client: QueryClient, pending: PendingChange): Promise<void> {
  await new Promise<void>((resolve) => {
    const cache = client.getQueryCache();
    const isRead = () => client.isFetching({ queryKey: queryKeys.lists }) > 0;
    if (!isRead()) return resolve();
    const stop = cache.subscribe(() => {
      if (isRead()) return;
      stop();
      resolve();
    });
  });
  // If it was undone in between, it is not shown anymore.
  if (!usePending.getState().changes.includes(pending)) return;
  commit(client, pending);
  hide(pending);
}

/** Writes a change into all fetched data. */
export function commit(client: QueryClient, pending: PendingChange): void {
  countCommit();
  for (const query of client.getQueryCache().findAll({ queryKey: queryKeys.lists })) {
    const { queryKey } = query;
    const { dataUpdatedAt: updatedAt, isInvalidated } = query.state;
    client.setQueryData<EmailList>(
      queryKey,
      (list) => list && listWith(queryOf(queryKey), list, pending),
      // A stale list stays stale: only a refetch finds a message that returns to it.
      { updatedAt },
    );
    if (isInvalidated) query.invalidate();
  }
  const ids = pending.kind === "change" ? pending.target.ids : pending.before.rows.keys();
  for (const id of ids) {
    client.setQueryData<EmailAnswer>(
      [...queryKeys.emails, id],
      (answer) => answer && { ...answer, email: emailWith(answer.email, pending) },
    );
  }
}

/** Returns the target's current rows and positions, as the user sees them. */
export function takeBefore(client: QueryClient, target: Target): Before {
  const rows = new Map<string, EmailRow>();
  const places = new Map<string, ReadonlyMap<string, string | null>>();
  const allKey = target.all && keyOf(target.all);
  for (const { queryKey } of listsOf(client)) {
    const query = queryOf(queryKey);
    const list = seenList(client, query, queryKey);
    const isWhole = allKey === keyOf(query);
    const previous = new Map<string, string | null>();
    for (const [at, row] of list.entries()) {
      if (!isWhole && !target.ids.has(row.id)) continue;
      rows.set(row.id, row);
      previous.set(row.id, list[at - 1]?.id ?? null);
    }
    places.set(keyOf(query), previous);
  }
  for (const id of target.ids) {
    const row = rows.has(id) ? undefined : findRow(client, id);
    if (row) rows.set(id, row);
  }
  return { rows, places };
}

function seenList(client: QueryClient, query: ListQuery, queryKey: readonly unknown[]): EmailRow[] {
  const list = client.getQueryData<EmailList>(queryKey);
  if (!list) return [];
  const { changes } = usePending.getState();
  const seen = changes.reduce((now, change) => listWith(query, now, change), list);
  return seen.pages.flatMap(({ emails }) => emails);
}

function listsOf(client: QueryClient) {
  return client.getQueryCache().findAll({ queryKey: queryKeys.lists });
}

function queryOf(queryKey: readonly unknown[]): ListQuery {
  // Safe: only listQuery creates keys of this family, and they have this shape.
  return queryKey[1] as ListQuery;
}
