import path from "node:path";
import { z } from "zod";

/** Time and folder of the backups. */
export interface BackupSettings {
  /** Hour of the day by this machine's clock; null: no automatic backups. */
  hour: number | null;
  /** Folder for backups; null means the one in the data folder. */
  dir: string | null;
}

/** Environment variables of backups. */
export const backupVariables = {
  INLET_BACKUP_HOUR: z
    .string()
    .regex(/^(off|\d|[01]\d|2[0-3])$/)
    .default("3"),
  INLET_BACKUP_DIR: z.string().optional(),
};

/** Hint for each variable whose value is invalid. */
export const backupHints = {
  INLET_BACKUP_HOUR: "Use an hour from 0 to 23, as in INLET_BACKUP_HOUR=3, or off.",
  INLET_BACKUP_DIR: "Use a folder, as in INLET_BACKUP_DIR=/mnt/backups/inlet.",
} satisfies Record<keyof typeof backupVariables, string>;

/** Parses the backup settings. */
export function readBackups(given: {
  INLET_BACKUP_HOUR: string;
  INLET_BACKUP_DIR?: string | undefined;
}): BackupSettings {
  const { INLET_BACKUP_HOUR: hour, INLET_BACKUP_DIR: dir } = given;
  return {
    hour: hour === "off" ? null : Number(hour),
    dir: dir === undefined ? null : path.resolve(dir),
  };
}
