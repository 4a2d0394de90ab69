import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** A backup: it was read again and found to be whole before it counted as one. */
export const Backup = z.object({
  /** The file's name. */
  name: z.string(),
  at: z.iso.datetime(),
  bytes: z.number().int(),
  /** Those of the night go again after some days. */
  kind: z.enum(["nightly", "manual"]),
  /** The host and the folder of the process that has the file, where that is another than the one that answers. */
  elsewhere: z.object({ host: z.string(), folder: z.string() }).exactOptional(),
});
export type Backup = z.infer<typeof Backup>;

/** The newest first. */
export const listBackups = endpoint({
  method: "GET",
  path: "/admin/backups",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({
    backups: z.array(Backup),
    /** The folder that they are in, on the server. */
    folder: z.string(),
    /** Why the last try made none, as a sentence; "" when it did. */
    problem: z.string(),
  }),
  errors: ["admin.required"],
});

/** Makes one now, and answers when it is whole. */
export const makeBackup = endpoint({
  method: "POST",
  path: "/admin/backups",
  access: "admin",
  scope: null,
  input: z.object({}),
  output: z.object({ backup: Backup }),
  errors: ["admin.required", "backup.failed", "backup.running"],
});
