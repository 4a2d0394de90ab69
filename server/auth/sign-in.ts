import type { AuthParts } from "#/auth/auth.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import { normalEmail } from "#/auth/normal-email.ts";
import { Failure } from "#/base/fail.ts";
import { userByEmail } from "#/store/users.ts";
import type { UserRow } from "#/store/tables.ts";

/** Finds the person behind an address and a password, with the same work and words whether or not there is one. */
export async function signIn(
  parts: Pick<AuthParts, "reader" | "door" | "passwords"> & { failures: FailedSignIns },
  form: { email: string; password: string },
  address: string,
): Promise<UserRow> {
  const email = normalEmail(form.email);
  if (email === "" || form.password === "") throw new Failure("login.fields_required");
  const attempt = parts.failures.begin(email, address);
  if (!attempt) throw new Failure("login.too_many");

  const user = await userByEmail(parts.reader, email);
  const isRight = await parts.passwords.check(form.password, user?.password_hash ?? null);
  if (!user || !isRight) throw new Failure("login.failed");
  attempt.forgive();
  if (parts.passwords.isStale(user.password_hash)) {
    const passwordHash = await parts.passwords.hash(form.password);
    await parts.door("user.rehash", { userId: user.id, passwordHash });
  }
  return user;
}
