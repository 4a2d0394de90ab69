import { changeAccount } from "@inlet/contract/account-change.ts";
import { examineAccount } from "@inlet/contract/account-doctor.ts";
import {
  addAccount,
  discoverAccount,
  listAccounts,
  removeAccount,
} from "@inlet/contract/accounts.ts";
import type { Api } from "#/http/api.ts";
import { ndjson } from "#/http/ndjson.ts";
import { rawRoute, route } from "#/http/route.ts";
import { untilGone } from "#/http/until-gone.ts";

/** The caller's mailboxes. */
export function accountRoutes(api: Api): void {
  const { accounts } = api.services;

  route(api, listAccounts, async (_input, { caller }) => ({
    accounts: await accounts.list(caller.userId),
  }));

  route(api, addAccount, async (account, { caller }) => ({
    account: await accounts.add(caller.userId, account),
  }));

  route(api, changeAccount, async (change, { caller }) => ({
    account: await accounts.change(caller.userId, change),
  }));

  route(api, removeAccount, async ({ id }, { caller }) => {
    await accounts.remove(caller.userId, id);
    return { ok: true } as const;
  });

  route(api, discoverAccount, async ({ account_mail }) => ({
    settings: await accounts.discover(account_mail),
  }));

  rawRoute(api, examineAccount, async (wish, { caller, reply }) => {
    const events = await accounts.examine(caller.userId, wish, untilGone(reply));
    return reply
      .type("application/x-ndjson; charset=utf-8")
      .header("cache-control", "no-store")
      .send(ndjson(events));
  });
}
