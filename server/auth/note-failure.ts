import type { UserId } from "@inlet/contract/ids.ts";
import type { AuthParts } from "#/auth/context.ts";

const hourMs = 3600_000;
/** More failures within the hour are only counted: nobody fills the disk by guessing. */
const mostAnHour = 1000;

/** Writes a failed sign-in into the audit log: of a person's account, or "" of one that is not there. */
export type NoteFailure = (userId: UserId | "", isLast: boolean) => Promise<void>;

/** The same work for an account that is there and one that is not: how long it takes tells nothing. */
export function createNoteFailure({
  door,
  clock,
  log,
}: Pick<AuthParts, "door" | "clock" | "log">): NoteFailure {
  let since = 0;
  let noted = 0;
  return async (userId, isLast) => {
    const now = clock.now();
    if (now - since >= hourMs) {
      since = now;
      noted = 0;
    }
    // Failures of an account that is there are bounded by themselves, and are not hidden behind a flood of others.
    if (userId === "") noted++;
    if (userId === "" && noted > mostAnHour) return;
    const isFlood = userId === "" && noted === mostAnHour;
    const kind = isLast || isFlood ? "sign_in.failed_often" : "sign_in.failed";
    try {
      await door("audit.note", { kind, userId: isFlood ? "" : userId, actor: "" });
    } catch (error) {
      // The sign-in is refused all the same.
      log.error({ err: error }, "recording a failed sign-in in the audit log failed");
    }
  };
}
