import type { Api } from "@inlet/contract/api.ts";
import { limits } from "@inlet/contract/limits.ts";
import { infiniteQueryOptions, QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiFailure, call } from "#/api/client.ts";

export type EmailPage = Api["GET /email/list"]["output"];

/** Which mails a list shows; `accountId` null means all accounts. */
export interface ListQuery {
  folder: string;
  accountId: string | null;
  isStarred?: boolean;
  label?: string;
}

/** The first words of each key; the live stream invalidates by them. */
export const queryKeys = {
  accounts: ["accounts"],
  folders: ["folders"],
  lists: ["list"],
  emails: ["email"],
  searches: ["search"],
  outbox: ["outbox"],
} as const;

/** The query cache with the product's defaults. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: limits.queryStaleMs,
        gcTime: limits.queryCacheMs,
        refetchOnWindowFocus: false,
        // A refusal (4xx) stays one; only what may pass is tried again.
        retry: (count, error) =>
          count < limits.queryRetries &&
          !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
        retryDelay: (attempt) =>
          Math.min(limits.queryRetryDelayMs * 2 ** attempt, limits.queryRetryDelayMaxMs),
      },
    },
  });
}

/** Every connected mailbox with its state. */
export const accountsQuery = queryOptions({
  queryKey: queryKeys.accounts,
  queryFn: ({ signal }) => call("GET /imap/accounts", {}, { signal }),
  select: ({ accounts }) => accounts,
});

/** Folders with unread counts; all accounts when `accountId` is null. */
export function foldersQuery(accountId: string | null) {
  return queryOptions({
    queryKey: [...queryKeys.folders, accountId],
    queryFn: ({ signal }) => call("GET /email/folders", accountId ? { accountId } : {}, { signal }),
  });
}

/** The pages of one list, newest first. */
export function listQuery(list: ListQuery) {
  return infiniteQueryOptions({
    queryKey: listKey(list),
    queryFn: ({ pageParam, signal }) =>
      readPage(list, { cursor: pageParam, limit: limits.pageSize, signal }),
    initialPageParam: "",
    getNextPageParam: (page: EmailPage) => (page.hasMore ? page.nextCursor : null),
  });
}

function listKey({ folder, accountId, isStarred, label }: ListQuery) {
  return [...queryKeys.lists, { folder, accountId, isStarred, label }] as const;
}

/** One page of a list, from `cursor` on; the empty cursor is the top. */
export function readPage(
  { folder, accountId, isStarred, label }: ListQuery,
  page: { cursor: string; limit: number; signal?: AbortSignal },
): Promise<EmailPage> {
  return call(
    "GET /email/list",
    {
      folder,
      limit: page.limit,
      ...(accountId && { accountId }),
      ...(isStarred !== undefined && { isStarred }),
      ...(label && { label }),
      ...(page.cursor && { cursor: page.cursor }),
    },
    page.signal && { signal: page.signal },
  );
}

/** One mail as the reader shows it. */
export function emailQuery(emailId: string) {
  return queryOptions({
    queryKey: [...queryKeys.emails, emailId],
    queryFn: ({ signal }) => call("GET /email/preview/{emailId}", { emailId }, { signal }),
    // Attachment addresses are signed for this long.
    staleTime: limits.signedUrlMs / 2,
    select: ({ email }) => email,
  });
}

/** Mails of all accounts that match the words, newest first; kept for 5 minutes. */
export function searchQuery(words: string) {
  const query = words.trim();
  return queryOptions({
    queryKey: [...queryKeys.searches, query],
    queryFn: ({ signal }) => call("POST /email/search", { query }, { signal }),
    enabled: query.length >= limits.searchMinLength,
    staleTime: limits.searchCacheMs,
    gcTime: limits.searchCacheMs,
    select: ({ results }) => results,
  });
}
