import { accountHealth, compareAccount } from "@inlet/contract/account-health.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** The proof that nothing of a mailbox is missing. */
export function accountHealthRoutes(api: Api): void {
  const { accountHealth: service } = api.services;

  route(api, accountHealth, async ({ id }, { caller }) => ({
    health: await service.read(caller.userId, id),
  }));

  route(api, compareAccount, async ({ id }, { caller }) => ({
    started: await service.compare(caller.userId, id),
  }));
}
