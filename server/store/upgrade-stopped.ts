import { diskTrouble } from "#/base/disk-trouble.ts";

/** The data could not be brought to this version, for a reason that whoever starts Inlet can put right. */
export class UpgradeStopped extends Error {
  override name = "UpgradeStopped";
}

/** An error of a disk that became full in words that say what to do; another error as it is. */
export function stoppedByDisk(cause: unknown, ofWhat: string): unknown {
  if (diskTrouble(cause) !== "disk.full") return cause;
  return new UpgradeStopped(
    `The disk ${ofWhat} became full during the upgrade. Make room there and start Inlet again. The database is as it was before.`,
    { cause },
  );
}

/** What a lost connection to PostgreSQL means: it rolls back by itself, unless it was told to commit. */
export function brokenOff(cause: unknown, { isCommitting }: { isCommitting: boolean }): Error {
  const outcome = isCommitting
    ? "It is wholly brought there or as it was before"
    : "It is as it was before";
  return new UpgradeStopped(
    `The connection to PostgreSQL broke off while the database was brought to this version. ${outcome}. Start Inlet again once PostgreSQL runs.`,
    { cause },
  );
}
