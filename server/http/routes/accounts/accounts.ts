import { changeAccount } from "@inlet/contract/mail/account-change.ts";
import { examineAccount } from "@inlet/contract/mail/account-doctor.ts";
import {
  addAccount,
  colorAccount,
  discoverAccount,
  listAccounts as listAccountsEndpoint,
  removeAccount,
} from "@inlet/contract/mail/accounts.ts";
import type { Api } from "#/http/api.ts";
import { ndjson } from "#/http/ndjson.ts";
import { rawRoute, route } from "#/http/route.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";
import { discoverSettings, listAccounts, setAccountColor } from "#/mail/accounts/accounts.ts";
import { addMailAccount } from "#/mail/accounts/add-account.ts";
import { changeMailAccount } from "#/mail/accounts/change-account.ts";
import { examine } from "#/mail/accounts/doctor.ts";
import { removeMailAccount } from "#/mail/accounts/remove-account.ts";

/** Routes for the caller's mailboxes. */
export function accountRoutes(api: Api): void {
  const { mail } = api;

  route(api, listAccountsEndpoint, async (_input, { caller }) => ({
    accounts: await listAccounts(mail, caller.userId),
  }));

  route(api, addAccount, async (account, { caller }) => ({
    account: await addMailAccount(mail, caller.userId, account),
  }));

  route(api, changeAccount, async (change, { caller }) => ({
    account: await changeMailAccount(mail, caller.userId, change),
  }));

  route(api, colorAccount, async ({ id, color }, { caller }) => ({
    account: await setAccountColor(mail, caller.userId, id, color),
  }));

  route(api, removeAccount, async ({ id }, { caller }) => {
    await removeMailAccount(mail, caller.userId, id);
    return { ok: true } as const;
  });

  route(api, discoverAccount, async ({ account_mail }) => ({
    settings: await discoverSettings(mail, account_mail),
  }));

  rawRoute(api, examineAccount, async (request, { caller, reply }) => {
    const events = await examine(mail, caller.userId, request, disconnectSignal(reply));
    return reply
      .type("application/x-ndjson; charset=utf-8")
      .header("cache-control", "no-store")
      .send(ndjson(events));
  });
}
