import type { Api } from "@inlet/contract/api.ts";
import type { Category, Email, EmailRow, Priority, Turn } from "@inlet/contract/mail/email.ts";
import type { FollowUpKind } from "@inlet/contract/ai/follow-ups.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { ThreadRow } from "@inlet/contract/mail/threads.ts";
import {
  type InfiniteData,
  infiniteQueryOptions,
  QueryClient,
  queryOptions,
} from "@tanstack/react-query";
import { ApiFailure, call } from "#/api/client.ts";
import { zoneFor } from "#/api/zone-for.ts";

/** One row of a list. In a list by conversations, it represents one of them. */
export type ListedEmail = EmailRow & Partial<Pick<ThreadRow, "count" | "writers">>;

export interface EmailPage {
  emails: ListedEmail[];
  hasMore: boolean;
  nextCursor: string | null;
}

/** Filter of a list; an empty `folder` means any, and `accountId` null all accounts. */
export interface ListQuery {
  folder: string;
  accountId: string | null;
  isStarred?: boolean;
  isUnread?: boolean;
  hasAttachments?: boolean;
  category?: Category;
  priority?: Priority;
  /** True for high priority only, false for everything else. */
  isImportant?: boolean;
  /** The sender: an address, or a domain as in `@example.org`. */
  from?: string;
  /** The side whose turn it is in the conversation. */
  turn?: Turn;
  /** Conversations without an answer, by the side that owes it. */
  followUp?: FollowUpKind;
  /** Newest first by default. */
  sort?: "newest" | "oldest";
  /** For a search. Absent: the newest first. */
  order?: "relevance";
  label?: string;
  /** A search query, independent of the folder. */
  query?: string;
  /** Each conversation once, at the position of its newest message. */
  isByThread?: boolean;
}

/** Beginning of each query key; the live stream invalidates queries by it. */
export const queryKeys = {
  accounts: ["accounts"],
  folders: ["folders"],
  labels: ["labels"],
  lists: ["list"],
  emails: ["email"],
  threads: ["thread"],
  searches: ["search"],
  outbox: ["outbox"],
  imports: ["imports"],
  blocked: ["blocked"],
  health: ["health"],
  drafts: ["drafts"],
  settings: ["settings"],
  followUps: ["follow-ups"],
} as const;

/** Creates the query cache with the product's defaults. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: limits.queryStaleMs,
        gcTime: limits.queryCacheMs,
        refetchOnWindowFocus: false,
        // The connection state that a browser reports is unreliable: always try.
        networkMode: "always",
        // A client error (4xx) is permanent; only failures that may pass are retried.
        retry: (count, error) =>
          count < limits.queryRetries &&
          !(error instanceof ApiFailure && error.status >= 400 && error.status < 500),
        retryDelay: (attempt) =>
          Math.min(limits.queryRetryDelayMs * 2 ** attempt, limits.queryRetryDelayMaxMs),
      },
    },
  });
}

/** All connected mailboxes with their states. */
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

/** The user's labels. */
export const labelsQuery = queryOptions({
  queryKey: queryKeys.labels,
  queryFn: ({ signal }) => call("GET /email/labels", {}, { signal }),
  select: ({ labels }) => labels,
});

/** The pages of one list, in its order. */
export function listQuery(list: ListQuery) {
  return infiniteQueryOptions<
    EmailPage,
    Error,
    InfiniteData<EmailPage, string>,
    ReturnType<typeof listKey>,
    string
  >({
    queryKey: listKey(list),
    queryFn: ({ client, queryKey, pageParam, signal }) => {
      const pages = client.getQueryData<InfiniteData<EmailPage>>(queryKey)?.pages.length ?? 0;
      const isLong = pageParam !== "" && pages >= limits.pagesBeforeLong;
      const limit = isLong ? limits.pageSizeLong : limits.pageSize;
      return readPage(list, { cursor: pageParam, limit, signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
}

function listKey(list: ListQuery) {
  return [...queryKeys.lists, list] as const;
}

/** Continues if a page found nothing among very many messages: the user would take an empty page for the end. */
async function searched(
  input: Api["POST /email/search"]["input"],
  options?: { signal: AbortSignal },
): Promise<Api["POST /email/search"]["output"]> {
  const answer = await call("POST /email/search", input, options);
  const { results, nextCursor } = answer;
  if (results.length > 0 || nextCursor === null) return answer;
  return searched({ ...input, cursor: nextCursor }, options);
}

/** Fetches one page of a list, starting at `cursor`; the empty cursor is the top. */
export async function readPage(
  { folder, accountId, label, query, order, isByThread, ...narrowed }: ListQuery,
  page: { cursor: string; limit: number; signal?: AbortSignal },
): Promise<EmailPage> {
  const asked = {
    limit: page.limit,
    ...(folder && { folder }),
    ...(accountId && { accountId }),
    ...narrowed,
    ...(label && { label }),
    ...(page.cursor && { cursor: page.cursor }),
  };
  const options = page.signal && { signal: page.signal };
  if (query !== undefined) {
    const { limit, cursor } = page;
    const words = { query: query.trim(), ...zoneFor(query), ...(order && { order }) };
    const { results, nextCursor } = await searched(
      { ...words, limit, ...(cursor && { cursor }) },
      options,
    );
    return { emails: results, hasMore: nextCursor !== null, nextCursor };
  }
  if (!isByThread) return call("GET /email/list", asked, options);
  const { threads, ...rest } = await call("GET /email/threads", asked, options);
  return { ...rest, emails: threads.map(asRow) };
}

/** A conversation is read when all its messages are. */
function asRow({ unread, ...row }: ThreadRow): ListedEmail {
  const others = row.flags.filter((flag) => flag !== seen);
  return { ...row, flags: unread > 0 ? others : [...others, seen] };
}

const seen = String.raw`\Seen`;

/** One message as the reader shows it. */
export function emailQuery(emailId: string) {
  return queryOptions({
    queryKey: [...queryKeys.emails, emailId],
    queryFn: ({ client, signal }) =>
      call("GET /email/preview/{emailId}", { emailId, ...accountOf(client, emailId) }, { signal }),
    // Addresses of attachments are signed for this long.
    staleTime: limits.signedUrlMs / 2,
    select: ({ email }) => email,
  });
}

/** Returns the message once it is loaded; null if it is unavailable. */
export async function mailOf(client: QueryClient, emailId: string): Promise<Email | null> {
  const known = await client.ensureQueryData(emailQuery(emailId)).catch(() => null);
  return known && known.email;
}

interface Known {
  pages?: { emails: EmailRow[] }[];
  emails?: EmailRow[];
  results?: EmailRow[];
}

/** Returns the account of a message, if a list, a conversation or a search has shown it. */
function accountOf(client: QueryClient, emailId: string): Partial<Pick<EmailRow, "accountId">> {
  const { lists, threads, searches } = queryKeys;
  for (const queryKey of [lists, threads, searches]) {
    for (const [, known] of client.getQueriesData<Known>({ queryKey })) {
      const pages = known?.pages ?? [{ emails: known?.emails ?? known?.results ?? [] }];
      for (const { emails } of pages) {
        const row = emails.find(({ id }) => id === emailId);
        if (row) return { accountId: row.accountId };
      }
    }
  }
  return {};
}

/** Messages of one conversation, oldest first, without their bodies. */
export function threadQuery(threadId: string) {
  return queryOptions({
    queryKey: [...queryKeys.threads, threadId],
    queryFn: ({ signal }) => call("GET /email/threads/{threadId}", { threadId }, { signal }),
  });
}

/** Messages of all accounts that match the words, newest first; cached for 5 minutes. */
export function searchQuery(words: string) {
  const query = words.trim();
  return queryOptions({
    queryKey: [...queryKeys.searches, query],
    queryFn: ({ signal }) => searched({ query, ...zoneFor(query) }, { signal }),
    enabled: query.length >= limits.searchMinLength,
    staleTime: limits.searchCacheMs,
    gcTime: limits.searchCacheMs,
  });
}

/** Imports that are running, and those of the last days. */
export const importsQuery = queryOptions({
  queryKey: queryKeys.imports,
  queryFn: ({ signal }) => call("GET /email/imports", {}, { signal }),
  select: ({ imports }) => imports,
});

/** Senders whose images are loaded without asking. */
export const trustedSendersQuery = queryOptions({
  queryKey: [...queryKeys.settings, "trusted"],
  queryFn: ({ signal }) => call("GET /senders/trusted", {}, { signal }),
  select: ({ senders }) => senders,
});

/** Senders that the user has blocked. */
export const blockedSendersQuery = queryOptions({
  queryKey: queryKeys.blocked,
  queryFn: ({ signal }) => call("GET /senders/blocked", {}, { signal }),
  select: ({ senders }) => senders,
});
