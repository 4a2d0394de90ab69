import { accountHealth, compareAccount } from "@inlet/contract/mail/account-health.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { readHealth } from "#/mail/accounts/health.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";

/** Routes that show if a mailbox is complete. */
export function accountHealthRoutes(api: Api): void {
  const { engine, mail } = api;

  route(api, accountHealth, async ({ id }, { caller }) => ({
    health: await readHealth(mail, caller.userId, id, await engine.live(id)),
  }));

  route(api, compareAccount, async ({ id }, { caller }) => {
    await requireAccount(mail, caller.userId, id);
    return { started: await engine.compare(id) };
  });
}
