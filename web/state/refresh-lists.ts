import type { Query, QueryClient } from "@tanstack/react-query";
import { type ListQuery, queryKeys, readPage } from "#/api/queries.ts";
import { type EmailList, rereadList, withPagesBelow } from "#/state/merge-list.ts";
import { commitCount } from "#/state/pending-changes.ts";

/** So often a list may change under our hands before it is read anew from its beginning. */
const attempts = 3;
/** A request that a change of networks left hanging is made again. */
const longestRequestMs = 20_000;

/**
 * Brings every list up to date after `told` mails came, changed or went; null means anything may have.
 * Resolves to false when a list could not be touched now because it is just being read.
 */
export async function refreshLists(
  client: QueryClient,
  told: ReadonlySet<string> | null,
): Promise<boolean> {
  const queries = client.getQueryCache().findAll({ queryKey: queryKeys.lists });
  const results = await Promise.all(
    queries.map(async (query) => {
      if (query.isActive()) return refresh(client, query, told);
      shorten(client, query);
      return true;
    }),
  );
  return results.every(Boolean);
}

async function refresh(
  client: QueryClient,
  query: Query,
  told: ReadonlySet<string> | null,
): Promise<boolean> {
  if (query.state.fetchStatus !== "idle") return false;
  const list = listOf(query);
  const readAnew = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const before = query.state.data;
      // One new mail may stand anywhere in it, and others move.
      if (list.order) break;
      const commitsBefore = commitCount();
      if (!isList(before)) break;
      const fresh = await rereadList(before, told, (cursor, limit) =>
        readPage(list, { cursor, limit, signal: AbortSignal.timeout(longestRequestMs) }),
      );
      // A page that is on its way would be put behind the old ones.
      if (query.state.fetchStatus !== "idle") return false;
      // A page that was added or a star that was set meanwhile is not in what was read.
      const now = query.state.data;
      const whole = isList(now) ? withPagesBelow(fresh, before, now) : null;
      if (whole && commitCount() === commitsBefore) {
        // Setting it would forget that the next page failed, which is then asked for again.
        if (whole !== now) client.setQueryData(query.queryKey, whole);
        return true;
      }
    }
  } catch {
    // The query reads itself anew, and tells of a failure in its own way.
  }
  await readAnew();
  return true;
}

/** A list that nobody looks at keeps its top only, and is read again when somebody does. */
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
  // Safe: only listQuery makes keys of this family, and this is how it makes them.
  return query.queryKey[1] as ListQuery;
}

function isList(data: unknown): data is EmailList {
  return typeof data === "object" && data !== null && "pages" in data && "pageParams" in data;
}
