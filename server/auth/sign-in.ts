import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import { normalEmail } from "#/auth/normal-email.ts";
import type { SecondFactor } from "#/auth/second-factor.ts";
import { Failure } from "#/base/failure.ts";
import { userByEmail } from "#/store/users/queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import type { AuthParts } from "#/auth/context.ts";

export interface SignInForm {
  email: string;
  password: string;
  /** Code of the second step; "" until the server requests it. */
  code: string;
}

/**
 * Finds the user by address and password, with the same work and errors for an unknown address. Only a client that knows the
 * password learns that there is a second step; wrong codes count like wrong passwords.
 */
export async function signIn(
  parts: SignInParts,
  form: SignInForm,
  address: string,
): Promise<UserRow> {
  const email = normalEmail(form.email);
  if (email === "" || form.password === "") throw new Failure("login.fields_required");
  const attempt = await parts.failures.begin(email, address);
  if (!attempt) throw new Failure("login.too_many");

  const user = await userByEmail(parts.reader, email);
  // A user without a password always fails; that takes as long as any other check.
  const isRight = await parts.passwords.check(form.password, user?.password_hash || null);
  if (!user || !isRight) {
    await attempt.refuse(user?.id ?? "");
    throw new Failure("login.failed");
  }
  const isAsked = await parts.secondFactor.isOn(user.id);
  if (isAsked && form.code !== "" && !(await parts.secondFactor.takes(user.id, form.code))) {
    await attempt.refuse(user.id);
    throw new Failure("login.wrong_code");
  }
  await attempt.forgive();
  if (isAsked && form.code === "") throw new Failure("login.second_factor_required");
  if (parts.passwords.isStale(user.password_hash)) {
    const passwordHash = await parts.passwords.hash(form.password);
    await parts.execute("user.rehash", {
      userId: user.id,
      staleHash: user.password_hash,
      passwordHash,
    });
  }
  return user;
}

interface SignInParts extends Pick<AuthParts, "reader" | "execute" | "passwords"> {
  failures: FailedSignIns;
  secondFactor: SecondFactor;
}
