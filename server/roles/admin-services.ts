import { createBackups } from "#/administration/backups.ts";
import {
  listEverybodysAccounts,
  type OperationContext,
  readJobs,
  readUseOfModels,
  runJobAgain,
} from "#/administration/operation.ts";
import { readRoom } from "#/administration/storage.ts";
import type { Log } from "#/base/log.ts";
import type { AdminServices } from "#/http/admin-services.ts";
import type { BackupSource } from "#/store/backup/back-up.ts";

/** What administrators are told of, over the data folder and the database. */
export function adminServices(
  context: OperationContext & Pick<BackupSource, "blobs" | "box"> & { log: Log },
  folders: { blobs: string; backups: string },
  version: string,
): AdminServices {
  const { database } = context;
  return {
    accounts: (page) => listEverybodysAccounts(context, page),
    jobs: (page) => readJobs(context, page),
    retryJob: (id) => runJobAgain(context, id),
    storage: () => readRoom(database, folders),
    modelUse: (month) => readUseOfModels(context, month),
    backups: createBackups(
      {
        database,
        blobs: context.blobs,
        box: context.box,
        version,
        dir: folders.backups,
        now: () => context.clock.now(),
      },
      context,
    ),
  };
}
