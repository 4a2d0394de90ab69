import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/** A backup. Each was read again and verified before it was listed. */
export const Backup = z.object({
  /** The file's name. */
  name: z.string(),
  at: z.iso.datetime(),
  bytes: z.number().int(),
  /** Nightly backups are deleted after some days. */
  kind: z.enum(["nightly", "manual"]),
  /** Host and folder of the process that has the file, if that is not the process that responds. */
  elsewhere: z.object({ host: z.string(), folder: z.string() }).exactOptional(),
});
export type Backup = z.infer<typeof Backup>;

/** Lists the backups, newest first. */
export const listBackups = endpoint({
  method: "GET",
  path: "/admin/backups",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({
    backups: z.array(Backup),
    /** The folder on the server that contains the backups. */
    folder: z.string(),
    /** The reason why the last attempt failed, as a sentence; "" if it succeeded. */
    problem: z.string(),
  }),
  errors: ["admin.required"],
});

/** Creates a backup now, and responds once it is complete. */
export const makeBackup = endpoint({
  method: "POST",
  path: "/admin/backups",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({ backup: Backup }),
  errors: ["admin.required", "backup.failed", "backup.running"],
});
