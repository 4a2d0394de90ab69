import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/failure.ts";

/** Throws signup.password_too_short. The length counts characters, not bytes. */
export function requireLongPassword(password: string): void {
  if (Array.from(password).length < limits.passwordMinLength) {
    throw new Failure("signup.password_too_short");
  }
}
