import {
  addAccount,
  discoverAccount,
  listAccounts,
  removeAccount,
} from "@inlet/contract/accounts.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** The caller's mailboxes. */
export function accountRoutes(api: Api): void {
  const { accounts } = api.services;

  route(api, listAccounts, async (_input, { caller }) => ({
    accounts: await accounts.list(caller.userId),
  }));

  route(api, addAccount, async (account, { caller }) => ({
    account: await accounts.add(caller.userId, account),
  }));

  route(api, removeAccount, async ({ id }, { caller }) => {
    await accounts.remove(caller.userId, id);
    return { ok: true } as const;
  });

  route(api, discoverAccount, async ({ account_mail }) => ({
    settings: await accounts.discover(account_mail),
  }));
}
