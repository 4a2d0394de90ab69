import type { UserId } from "@inlet/contract/ids.ts";
import type { AuthParts } from "#/auth/auth.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import { Failure } from "#/base/fail.ts";
import { userById } from "#/store/users.ts";
import type { UserRow } from "#/store/tables.ts";

/** What somebody brings along who is asked for their password again. */
export interface Proof {
  userId: UserId;
  password: string;
  /** Where the call comes from. */
  address: string;
}

/**
 * Whoever found an open session must know the password too. A wrong one counts as a failed sign-in. Fails with
 * password.wrong, login.too_many.
 */
export async function confirmPassword(
  parts: Pick<AuthParts, "reader" | "passwords"> & { failures: FailedSignIns },
  { userId, password, address }: Proof,
): Promise<UserRow> {
  const user = await userById(parts.reader, userId);
  if (!user) throw new Failure("session.required");
  const attempt = parts.failures.begin(user.email, address);
  if (!attempt) throw new Failure("login.too_many");
  if (!(await parts.passwords.check(password, user.password_hash))) {
    throw new Failure("password.wrong");
  }
  attempt.forgive();
  return user;
}
