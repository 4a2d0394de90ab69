import path from "node:path";
import { createBackups } from "#/administration/backups.ts";
import {
  listEverybodysAccounts,
  type OperationContext,
  readJobs,
  readUseOfModels,
  runJobAgain,
} from "#/administration/operation.ts";
import { readRoom } from "#/administration/storage.ts";
import type { AdminServices } from "#/http/admin-services.ts";
import { makeBackup } from "#/roles/make-backup.ts";

/** What administrators are told of, over the data folder and the database. */
export function adminServices(
  context: OperationContext,
  folders: { blobs: string; backups: string },
): AdminServices {
  const { database } = context;
  return {
    accounts: (page) => listEverybodysAccounts(context, page),
    jobs: (page) => readJobs(context, page),
    retryJob: (id) => runJobAgain(context, id),
    storage: () => readRoom(database, folders),
    modelUse: (month) => readUseOfModels(context, month),
    backups: createBackups({
      engine: database.engine,
      dir: folders.backups,
      copy: () => makeBackup({ database: path.resolve(database.url), dir: folders.backups }),
    }),
  };
}
