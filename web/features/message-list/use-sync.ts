import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#/api/client.ts";
import { queryKeys } from "#/api/queries.ts";
import { refreshListsLate } from "#/state/changes/lazy-refresh-lists.ts";
import { warn } from "#/state/changes/toasts.ts";

/** Syncs with the mail servers, then refetches the lists. */
export function useSync(accountId: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /email/sync", accountId ? { accountId } : {}),
    onError: (error) => warn(error.message),
    onSettled: () =>
      Promise.all([
        refreshListsLate(client, null),
        client.invalidateQueries({ queryKey: queryKeys.folders }),
        client.invalidateQueries({ queryKey: queryKeys.accounts }),
      ]),
  });
}

/** Does the same when the mail page opens and when another account is chosen; the account shows a failure. */
export function useSyncOnOpen(accountId: string | null): void {
  const client = useQueryClient();
  useEffect(() => {
    const sync = async () => {
      try {
        await call("POST /email/sync", accountId ? { accountId } : {});
      } catch {
        // The account's state shows the error.
        return;
      }
      await refreshListsLate(client, null);
    };
    void sync();
  }, [accountId, client]);
}
