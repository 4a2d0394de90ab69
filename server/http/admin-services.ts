import type { Backup, listBackups } from "@inlet/contract/admin-backups.ts";
import type {
  listAllAccounts,
  listJobs,
  readModelUse,
  readStorage,
} from "@inlet/contract/admin-operation.ts";
import type { JobId } from "@inlet/contract/ids.ts";
import type { z } from "zod";

type Out<Endpoint extends { output: z.ZodType }> = z.output<Endpoint["output"]>;

/** What administrators are told of the installation. These alone look across people, and at nobody's mail. */
export interface AdminServices {
  accounts: (page: number) => Promise<Out<typeof listAllAccounts>>;
  jobs: (page: number) => Promise<Out<typeof listJobs>>;
  /** Fails with job.not_found. */
  retryJob: (id: JobId) => Promise<void>;
  storage: () => Promise<Out<typeof readStorage>>;
  /** Of this month unless it is given. */
  modelUse: (month?: string) => Promise<Out<typeof readModelUse>>;
  backups: BackupServices;
}

interface BackupServices {
  list: () => Promise<Out<typeof listBackups>>;
  /** Fails with backup.failed, backup.running. */
  make: () => Promise<Backup>;
}
