import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#/api/queries.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/**
 * Returns a function that counts the unread emails in an account's inbox; always 0 for a single account, whose sidebar shows the
 * number.
 */
export function useUnread(): (accountId: string) => number {
  const { accounts = [] } = useAccounts();
  const { data } = useQuery({ ...foldersQuery(null), enabled: accounts.length > 1 });
  if (accounts.length < 2) return () => 0;
  return (accountId) =>
    data?.folders.find((folder) => folder.role === "inbox" && folder.accountId === accountId)
      ?.unread ?? 0;
}
