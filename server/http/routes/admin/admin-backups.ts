import { listBackups, makeBackup } from "@inlet/contract/admin/admin-backups.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Routes for backups of the database, for administrators. */
export function adminBackupRoutes(api: Api): void {
  const { backups } = api.admin;

  route(api, listBackups, async () => backups.list());

  route(api, makeBackup, async () => ({ backup: await backups.make() }));
}
