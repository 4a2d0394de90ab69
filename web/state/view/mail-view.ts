import { useQuery } from "@tanstack/react-query";
import { foldersQuery, type ListQuery } from "#/api/queries.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import type { MailView } from "#/state/view/mail-route.ts";

/** Filters of a view; absent: all of it. */
export type Narrowing = Pick<
  ListQuery,
  | "isUnread"
  | "isStarred"
  | "hasAttachments"
  | "category"
  | "priority"
  | "isImportant"
  | "label"
  | "from"
  | "turn"
  | "followUp"
>;

/** Returns the query for the list of a view. */
export function listOf(
  view: MailView,
  narrowing: Narrowing,
  how: {
    accountId: string | null;
    isByThread: boolean;
    sort: "newest" | "oldest";
    resultOrder: "newest" | "relevance";
  },
): ListQuery {
  const { accountId, isByThread, sort, resultOrder } = how;
  // A draft is continued alone, not as part of its conversation.
  const isOfDrafts = view.kind === "folder" && view.slug === "drafts";
  const narrowed = {
    ...(isByThread && !isOfDrafts && { isByThread }),
    ...narrowing,
    ...(sort === "oldest" && { sort }),
  };
  switch (view.kind) {
    case "folder":
      // Spelling of the inbox in the API.
      if (view.slug === "inbox") return { folder: "recieved", accountId, ...narrowed };
      if (view.slug === "starred") {
        return { folder: "starred", accountId, ...narrowed, isStarred: true };
      }
      return { folder: view.slug, accountId, ...narrowed };
    case "own":
      // The id of a folder determines its account.
      return { folder: view.folderId, accountId: null, ...narrowed };
    case "label":
      return { folder: "", accountId, ...narrowed, label: view.label };
    case "search":
      // As in the search box: over all accounts, and by single messages.
      return {
        folder: "",
        query: view.query,
        accountId: null,
        ...(resultOrder === "relevance" && { order: resultOrder }),
      };
  }
}

/** Returns the name of a view, and its counts as far as they are known. */
export function useViewName(view: MailView, accountId: string | null) {
  const { data } = useQuery(foldersQuery(view.kind === "own" ? null : accountId));
  switch (view.kind) {
    case "folder": {
      const folders = data?.folders.filter(({ role }) => role === view.slug) ?? [];
      const { slug } = view;
      return {
        name: texts.folders[slug],
        // A message in two accounts is counted once.
        unread:
          data && accountId === null && slug !== "starred" && slug !== "snoozed"
            ? data.unread[slug]
            : folders.reduce((total, folder) => total + folder.unread, 0),
        here: folders.reduce((total, folder) => total + folder.here, 0),
      };
    }
    case "own": {
      const folder = data?.folders.find(({ id }) => id === view.folderId);
      return { name: folder?.name ?? "", unread: folder?.unread ?? 0, here: folder?.here ?? 0 };
    }
    case "label":
      return { name: view.label, unread: 0, here: 0 };
    case "search":
      return { name: texts.search.found(view.query), unread: 0, here: 0 };
  }
}
