import { listBackups, makeBackup } from "@inlet/contract/admin-backups.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Copies of the database, for administrators. */
export function adminBackupRoutes(api: Api): void {
  const { admin } = api.services;

  route(api, listBackups, async () => admin.backups.list());

  route(api, makeBackup, async () => ({ backup: await admin.backups.make() }));
}
