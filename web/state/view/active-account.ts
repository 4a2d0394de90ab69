import type { Account } from "@inlet/contract/mail/accounts.ts";
import { useQuery } from "@tanstack/react-query";
import { accountsQuery } from "#/api/queries.ts";
import { createPersistedStore } from "#/state/live/persisted-store.ts";
import { useSession } from "#/state/session/session.ts";

interface Choice {
  /** Absent until the user makes a choice; null is "All inboxes". */
  chosen?: string | null;
}

const useChoice = createPersistedStore<Choice>("inlet-active-account", {});

/** Shows one account, or all of them with null. */
export function chooseAccount(id: string | null): void {
  useChoice.setState({ chosen: id });
}

// The next user who signs in has other accounts.
useSession.subscribe(({ token }) => {
  if (!token) useChoice.setState({}, true);
});

/**
 * Returns the connected accounts and the shown one. A single account is always shown; with two or more, the list starts with all
 * of them. `sending` is the account that sends new messages.
 */
export function useAccounts() {
  const { data: accounts, isPending, error, refetch } = useQuery(accountsQuery);
  const { chosen } = useChoice();
  const active = activeOf(accounts ?? [], chosen);
  const sending = active ?? accounts?.find((account) => account.canSend) ?? accounts?.[0] ?? null;
  return { accounts, active, activeId: active?.id ?? null, sending, isPending, error, refetch };
}

/** Returns true if the user has no accounts; false until they are known. */
export function useHasNoAccounts(): boolean {
  return useAccounts().accounts?.length === 0;
}

/** Returns the chosen account, or null for all of them. */
export function activeOf(accounts: Account[], chosen: string | null | undefined): Account | null {
  if (accounts.length === 1) return accounts[0] ?? null;
  return accounts.find(({ id }) => id === chosen) ?? null;
}
