import type { EmailRow } from "@inlet/contract/email.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { listQuery } from "#/api/queries.ts";
import type { FolderSlug } from "#/state/place.ts";

/** The mails of one folder, newest first, with the way to more of them. */
export function useEmails(folder: FolderSlug, accountId: string | null) {
  const query = useInfiniteQuery(
    listQuery({
      // The wire's own spelling of the inbox.
      folder: folder === "inbox" ? "recieved" : folder,
      accountId,
      ...(folder === "starred" && { isStarred: true }),
    }),
  );
  return { ...query, emails: uniqueRows(query.data?.pages ?? []) };
}

/** Pages overlap when mail arrives between two of them. */
function uniqueRows(pages: readonly { emails: EmailRow[] }[]): EmailRow[] {
  const rows = new Map(pages.flatMap(({ emails }) => emails.map((email) => [email.id, email])));
  return [...rows.values()];
}
