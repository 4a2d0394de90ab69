import { diskError } from "#/base/disk-failure.ts";

/** Thrown when the data could not be upgraded, for a reason that the operator can fix. */
export class UpgradeStopped extends Error {
  override name = "UpgradeStopped";
}

/** Turns a disk-full error into a sentence with a hint; returns any other error unchanged. */
export function stoppedByDisk(cause: unknown, ofWhat: string): unknown {
  if (diskError(cause) !== "disk.full") return cause;
  return new UpgradeStopped(
    `The disk ${ofWhat} became full during the upgrade. Free up space and start Inlet again. The database is unchanged.`,
    { cause },
  );
}

/** Returns the error for a lost connection to PostgreSQL: it rolls back unless the commit was sent. */
export function brokenOff(cause: unknown, { isCommitting }: { isCommitting: boolean }): Error {
  const outcome = isCommitting
    ? "The upgrade either completed or was rolled back"
    : "The upgrade was rolled back";
  return new UpgradeStopped(
    `The connection to PostgreSQL was lost during the upgrade. ${outcome}. Start Inlet again once PostgreSQL is running.`,
    { cause },
  );
}
