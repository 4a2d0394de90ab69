import {
  listAllAccounts,
  listJobs,
  readModelUse,
  readStorage,
  retryJob,
} from "@inlet/contract/admin/admin-operation.ts";
import {
  listEverybodysAccounts,
  readJobs,
  readUseOfModels,
  runJobAgain,
} from "#/administration/operation.ts";
import { readDiskSpace } from "#/administration/storage.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Routes about the state of the installation, for administrators. They show nothing of users' mail. */
export function adminOperationRoutes(api: Api): void {
  const { admin, mail } = api;

  route(api, listAllAccounts, async ({ page }) => listEverybodysAccounts(mail, page));

  route(api, listJobs, async ({ page }) => readJobs(mail, page));

  route(api, retryJob, async ({ id }) => {
    await runJobAgain(mail, id);
    return { ok: true } as const;
  });

  route(api, readStorage, async () => readDiskSpace(mail.database, admin.folders));

  route(api, readModelUse, async ({ month }) => readUseOfModels(mail, month));
}
