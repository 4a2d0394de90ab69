import { requireLongPassword } from "#/auth/password-length.ts";
import { isEmail, normalEmail } from "#/auth/normal-email.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import type { AuthParts } from "#/auth/context.ts";

export interface SignUpForm {
  name: string;
  email: string;
  password: string;
  invite?: string | undefined;
}

/** Creates an account. Missing fields are reported first, then invalid ones, then a refused registration. */
export async function signUp(
  { execute, clock, passwords, admission }: Omit<AuthParts, "reader">,
  form: SignUpForm,
): Promise<UserRow> {
  const name = form.name.trim();
  const email = normalEmail(form.email);
  if (name === "" || email === "" || form.password === "") {
    throw new Failure("signup.fields_required");
  }
  requireLongPassword(form.password);
  if (!isEmail(email)) throw new Failure("signup.email_invalid");

  const place = await admission.admit(form.invite, email);
  try {
    const passwordHash = await passwords.hash(form.password);
    const id = randomId(clock.now());
    const { invitation } = place;
    const user = { id, email, name, passwordHash, firstIsAdmin: true, invitation };
    return await execute("user.create", user);
  } catch (error) {
    place.giveBack();
    throw error;
  }
}
