import type { UserId } from "@inlet/contract/ids.ts";
import type { AuthParts } from "#/auth/context.ts";

const hourMs = 3600_000;
/**
 * Maximum number of failures for unknown accounts that are recorded per hour. More are only counted, so guessing cannot fill the
 * disk.
 */
const maxPerHour = 1000;

/** Records a failed sign-in in the audit log. `userId` is "" if the account does not exist. */
export type RecordFailure = (userId: UserId | "", isLast: boolean) => Promise<void>;

/** Does the same work for existing and unknown accounts, so the time that it takes reveals nothing. */
export function createRecordFailure({
  execute,
  clock,
  log,
}: Pick<AuthParts, "execute" | "clock" | "log">): RecordFailure {
  let since = 0;
  let noted = 0;
  return async (userId, isLast) => {
    const now = clock.now();
    if (now - since >= hourMs) {
      since = now;
      noted = 0;
    }
    // Failures of an existing account have a limit already, and a flood for unknown accounts must not hide them.
    if (userId === "") noted++;
    if (userId === "" && noted > maxPerHour) return;
    const isFlood = userId === "" && noted === maxPerHour;
    const kind = isLast || isFlood ? "sign_in.failed_often" : "sign_in.failed";
    try {
      await execute("audit.note", { kind, userId: isFlood ? "" : userId, actor: "" });
    } catch (error) {
      // The sign-in is refused anyway.
      log.error({ err: error }, "recording a failed sign-in in the audit log failed");
    }
  };
}
