import { limits } from "@inlet/contract/limits.ts";
import type { InfiniteData } from "@tanstack/react-query";
import type { EmailPage } from "#/api/queries.ts";

export type EmailList = InfiniteData<EmailPage, string>;

/** Loaded pages, including `to`, that are refetched together. */
interface Stretch {
  from: number;
  to: number;
}

/** Fetches one page starting at a cursor. */
export type ReadPage = (cursor: string, limit: number) => Promise<EmailPage>;

/** Extra rows per request, so new ones in between need no second request. */
const slackRows = 10;

/**
 * Brings the loaded part of a list up to date with as few requests as possible. Loaded rows are refetched at their position.
 * Changed messages that are not loaded are searched at the top; those not found may be anywhere, or in another list: then
 * everything is refetched. Null means that anything may have changed.
 */
export async function rereadList(
  list: EmailList,
  changedIds: ReadonlySet<string> | null,
  read: ReadPage,
): Promise<EmailList> {
  const held = idsOf(list.pages);
  const unknown = changedIds && [...changedIds].filter((id) => !held.has(id));
  const [top = { from: 0, to: 0 }, ...stretches] = stretchesOf(list);
  const isTouched = ({ from, to }: Stretch) => {
    const ids = idsOf(list.pages.slice(from, to + 1));
    return !changedIds || [...changedIds].some((id) => ids.has(id));
  };
  if (unknown?.length === 0 && !isTouched(top))
    return rereadAll(list, stretches.filter(isTouched), read);

  const fresh = await rereadStretch(list, top, read);
  const found = idsOf(fresh.pages);
  const isAnywhere = unknown?.some((id) => !found.has(id)) ?? true;
  // The top may have become more or fewer pages; those below it are unchanged, only shifted.
  const shift = fresh.pages.length - list.pages.length;
  const rest = (isAnywhere ? stretches : stretches.filter(isTouched))
    .map(({ from, to }) => ({ from: from + shift, to: to + shift }))
    // The list may no longer extend that far.
    .filter(({ from, to }) => from > 0 && to < fresh.pages.length);
  return rereadAll(fresh, rest, read);
}

/**
 * Returns the refetched list, with the pages that were loaded below the old ones in between; null if the list changed in another
 * way, or if rows between the two may be missing.
 */
export function withPagesBelow(
  fresh: EmailList,
  before: EmailList,
  now: EmailList,
): EmailList | null {
  if (now === before) return fresh;
  const last = before.pages.at(-1)?.emails.at(-1)?.id;
  const isLonger = before.pages.every((page, at) => page === now.pages[at]);
  const isJoined = fresh.pages.slice(-2).some(({ emails }) => emails.some(({ id }) => id === last));
  if (!isLonger || !isJoined) return null;
  const count = before.pages.length;
  return {
    pages: [...fresh.pages, ...now.pages.slice(count)],
    pageParams: [...fresh.pageParams, ...now.pageParams.slice(count)],
  };
}

/** From the bottom up: rows above keep their position in the list. */
async function rereadAll(list: EmailList, stretches: Stretch[], read: ReadPage) {
  let fresh = list;
  for (const stretch of stretches.toReversed()) fresh = await rereadStretch(fresh, stretch, read);
  return fresh;
}

/** Groups the pages so one request can return each group. */
function stretchesOf({ pages }: EmailList): Stretch[] {
  const stretches: Stretch[] = [];
  let rows = 0;
  for (const [index, { emails }] of pages.entries()) {
    const last = stretches.at(-1);
    rows += emails.length;
    if (last && rows <= limits.pageSizeMax - slackRows) {
      last.to = index;
    } else {
      stretches.push({ from: index, to: index });
      rows = emails.length;
    }
  }
  return stretches;
}

function idsOf(pages: readonly EmailPage[]): Set<string> {
  return new Set(pages.flatMap(({ emails }) => emails.map(({ id }) => id)));
}

/**
 * Refetches a stretch and joins it with the pages around it: down to the first row below the stretch, or otherwise as far as was
 * loaded. Every row of the stretch is then as on the server, no row is missing, and no deleted one is left.
 */
async function rereadStretch(
  list: EmailList,
  { from, to }: Stretch,
  read: ReadPage,
): Promise<EmailList> {
  const below = list.pages.slice(to + 1);
  const placesBelow = new Map([...idsOf(below)].map((id, at) => [id, at]));
  const wanted = list.pages.slice(from, to + 1).flatMap((page) => page.emails).length;
  const fresh: EmailPage[] = [];
  const params: string[] = [];
  let cursor = list.pageParams[from] ?? "";
  let count = 0;
  for (;;) {
    const missing = Math.max(wanted - count, 0);
    const slack = placesBelow.size > 0 ? slackRows : 0;
    const limit = Math.min(Math.max(missing + slack, limits.pageSize), limits.pageSizeMax);
    const page = await read(cursor, limit);
    const joint = page.emails.findIndex(({ id }) => placesBelow.has(id));
    params.push(cursor);
    fresh.push(joint < 0 ? page : { ...page, emails: page.emails.slice(0, joint) });
    count += page.emails.length;
    if (joint >= 0) {
      const first = page.emails[joint]?.id ?? "";
      return joined(list, from, to, { fresh, params }, placesBelow.get(first) ?? 0);
    }
    const isEnd = !page.hasMore || page.nextCursor === null;
    const isEnough = placesBelow.size === 0 && count >= wanted;
    if (isEnd || isEnough) return joined(list, from, to, { fresh, params }, null);
    cursor = page.nextCursor ?? "";
  }
}

/** Inserts the fresh pages; `skip` is the number of rows to remove below them, null for all. */
function joined(
  list: EmailList,
  from: number,
  to: number,
  { fresh, params }: { fresh: EmailPage[]; params: string[] },
  skip: number | null,
): EmailList {
  let left = skip ?? 0;
  const below =
    skip === null
      ? []
      : list.pages.slice(to + 1).map((page) => {
          const emails = page.emails.slice(left);
          left -= page.emails.length - emails.length;
          return { ...page, emails };
        });
  return {
    pages: [...list.pages.slice(0, from), ...fresh, ...below],
    pageParams: [
      ...list.pageParams.slice(0, from),
      ...params,
      ...list.pageParams.slice(to + 1, to + 1 + below.length),
    ],
  };
}
