import { useQuery } from "@tanstack/react-query";
import { foldersQuery } from "#/api/queries.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/** Returns a function with the number of unread emails in an account's inbox. A single account has its number in the sidebar. */
export function useUnread(): (accountId: string) => number {
  const { accounts = [] } = useAccounts();
  const { data } = useQuery({ ...foldersQuery(null), enabled: accounts.length > 1 });
  if (accounts.length < 2) return () => 0;
  return (accountId) =>
    data?.folders.find((folder) => folder.role === "inbox" && folder.accountId === accountId)
      ?.unread ?? 0;
}
