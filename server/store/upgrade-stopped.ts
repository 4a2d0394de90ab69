import { diskTrouble } from "#/base/disk-trouble.ts";

/** The data could not be brought to this version, for a reason that whoever starts Inlet can put right. */
export class UpgradeStopped extends Error {
  override name = "UpgradeStopped";
}

/** An error of a disk that became full in words that say what to do; another error as it is. */
export function stoppedByDisk(cause: unknown, ofWhat: string): unknown {
  if (diskTrouble(cause) !== "disk.full") return cause;
  return new UpgradeStopped(
    `The disk ${ofWhat} became full during the upgrade. Free up space and start Inlet again. The database is unchanged.`,
    { cause },
  );
}

/** What a lost connection to PostgreSQL means: it rolls back by itself, unless it was told to commit. */
export function brokenOff(cause: unknown, { isCommitting }: { isCommitting: boolean }): Error {
  const outcome = isCommitting
    ? "The upgrade either completed or was rolled back"
    : "The upgrade was rolled back";
  return new UpgradeStopped(
    `The connection to PostgreSQL was lost during the upgrade. ${outcome}. Start Inlet again once PostgreSQL is running.`,
    { cause },
  );
}
