import {
  listAllAccounts,
  listJobs,
  readModelUse,
  readStorage,
  retryJob,
} from "@inlet/contract/admin-operation.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** How the installation fares, for administrators: nothing of anybody's mail. */
export function adminOperationRoutes(api: Api): void {
  const { admin } = api.services;

  route(api, listAllAccounts, async ({ page }) => admin.accounts(page));

  route(api, listJobs, async ({ page }) => admin.jobs(page));

  route(api, retryJob, async ({ id }) => {
    await admin.retryJob(id);
    return { ok: true } as const;
  });

  route(api, readStorage, async () => admin.storage());

  route(api, readModelUse, async ({ month }) => admin.modelUse(month));
}
