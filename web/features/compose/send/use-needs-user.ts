import { useQuery } from "@tanstack/react-query";
import { outboxQuery } from "#/api/writing-queries.ts";
import { needsUser } from "#/features/compose/send/needs-user.ts";
import { useAccounts } from "#/state/view/active-account.ts";

/** Returns true if an account has failed, or an outgoing message needs the user's attention. */
export function useNeedsUser(): boolean {
  const { accounts = [] } = useAccounts();
  // Another component fetches it, after the first paint.
  const { data: outgoing = [] } = useQuery({ ...outboxQuery, enabled: false });
  return accounts.some(({ state }) => state === "failed") || outgoing.some(needsUser);
}
