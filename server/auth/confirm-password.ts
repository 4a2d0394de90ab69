import type { UserId } from "@inlet/contract/ids.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import { Failure } from "#/base/failure.ts";
import { sessionBeganAt } from "#/store/auth/session-queries.ts";
import { userById } from "#/store/users/queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import type { AuthParts } from "#/auth/context.ts";

/** Proof of a user who is asked for their password again. */
export interface Proof {
  userId: UserId;
  password: string;
  /** Session of the request. */
  sessionId: string;
  /** Address of the client. */
  address: string;
}

/** Time during which a new session counts as proof for a user without a password. */
const freshMs = 10 * 60_000;

/**
 * Checks the proof. An intruder at an open session must know the password too; a user without a password needs a session that
 * began a short while ago. Throws password.wrong, password.sign_in_again, login.too_many.
 */
export async function confirmPassword(
  parts: Pick<AuthParts, "reader" | "passwords" | "clock"> & { failures: FailedSignIns },
  { userId, password, sessionId }: Proof,
): Promise<UserRow> {
  const user = await userById(parts.reader, userId);
  if (!user) throw new Failure("session.required");
  if (user.password_hash === "") {
    const began = await sessionBeganAt(parts.reader, userId, sessionId);
    if (began !== undefined && parts.clock.now() - began < freshMs) return user;
    throw new Failure("password.sign_in_again");
  }
  const attempt = await parts.failures.beginConfirmation(user.email);
  if (!attempt) throw new Failure("login.too_many");
  if (!(await parts.passwords.check(password, user.password_hash))) {
    await attempt.refuse(userId);
    throw new Failure("password.wrong");
  }
  await attempt.forgive();
  return user;
}
