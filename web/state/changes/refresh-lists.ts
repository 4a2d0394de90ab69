import type { Query, QueryClient } from "@tanstack/react-query";
import { type ListQuery, queryKeys, readPage } from "#/api/queries.ts";
import { type EmailList, rereadList, withPagesBelow } from "#/state/changes/merge-list.ts";
import { commitCount } from "#/state/changes/pending-changes.ts";

/** Number of attempts: a list that changes during each of them is refetched from the top. */
const attempts = 3;
/** Timeout after which a request that hangs after a change of networks is repeated. */
const longestRequestMs = 20_000;

/**
 * Brings every list up to date after these messages arrived, changed or were deleted; null means any may have. Resolves to false
 * if a list could not be changed because it is being fetched.
 */
export async function refreshLists(
  client: QueryClient,
  changedIds: ReadonlySet<string> | null,
): Promise<boolean> {
  const queries = client.getQueryCache().findAll({ queryKey: queryKeys.lists });
  const results = await Promise.all(
    queries.map(async (query) => {
      if (query.isActive()) return refresh(client, query, changedIds);
      shorten(client, query);
      return true;
    }),
  );
  return results.every(Boolean);
}

async function refresh(
  client: QueryClient,
  query: Query,
  changedIds: ReadonlySet<string> | null,
): Promise<boolean> {
  if (query.state.fetchStatus !== "idle") return false;
  const list = listOf(query);
  const reread = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = query.state.data;
      // One new message may be anywhere in it, and move other ones.
      if (list.order) break;
      const commitsBefore = commitCount();
      if (!isList(before)) break;
      const fresh = await rereadList(before, changedIds, (cursor, limit) =>
        readPage(list, { cursor, limit, signal: AbortSignal.timeout(longestRequestMs) }),
      );
      // A page in flight would be appended to the old ones.
      if (query.state.fetchStatus !== "idle") return false;
      // The fetched rows lack a page that was added or a star that was set in between.
      const now = query.state.data;
      const whole = isList(now) ? withPagesBelow(fresh, before, now) : null;
      if (whole && commitCount() === commitsBefore) {
        // Setting the data would reset the failure of the next page, which would then be requested again.
        if (whole !== now) client.setQueryData(query.queryKey, whole);
        return true;
      }
    }
  } catch {
    // The query refetches, and reports a failure itself.
  }
  await reread();
  return true;
}

/** A list without observers keeps only its top, and is refetched when it is shown again. */
function shorten(client: QueryClient, query: Query): void {
  const list = query.state.data;
  if (isList(list) && list.pages.length > 1) {
    client.setQueryData(query.queryKey, {
      pages: list.pages.slice(0, 1),
      pageParams: list.pageParams.slice(0, 1),
    });
  }
  void client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: "none" });
}

function listOf(query: Query): ListQuery {
  // Safe: only listQuery creates keys of this family, and they have this shape.
  return query.queryKey[1] as ListQuery;
}

function isList(data: unknown): data is EmailList {
  return typeof data === "object" && data !== null && "pages" in data && "pageParams" in data;
}
