import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** A copy of the database in the data folder. */
export const Backup = z.object({
  /** Of the file. */
  name: z.string(),
  at: z.iso.datetime(),
  bytes: z.number().int(),
  /** Whether it was looked through after it was made and is whole; null: nobody looked. */
  isWhole: z.boolean().nullable(),
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
    /** Where PostgreSQL keeps the data, backups are made with its own tools. */
    isSupported: z.boolean(),
    backups: z.array(Backup),
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
  errors: ["admin.required", "backup.not_here", "backup.running"],
});
