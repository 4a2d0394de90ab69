import { forgiveAccount } from "#/auth/failed-sign-ins.ts";
import { normalEmail } from "#/auth/normal-email.ts";
import { createPasswords, productionCost } from "#/auth/passwords.ts";
import { randomToken } from "#/auth/token.ts";
import { derivedKey } from "#/processes/setup/derived-key.ts";
import { authenticatorOf } from "#/store/auth/authenticator-queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import { userByEmail } from "#/store/users/queries.ts";
import { type Installation, Refusal, requireOwnSchema } from "./installation.ts";

/**
 * Sets a new password for a user. It is printed this once, and works despite earlier failed sign-ins. All the user's sessions and
 * tokens end. Returns the lines to print; throws Refusal.
 */
export async function resetPassword(
  installation: Installation,
  email: string,
  { dropsSecondStep }: { dropsSecondStep: boolean },
): Promise<string[]> {
  const user = await find(installation, email);
  const password = randomToken().slice(0, 20);
  const passwordHash = await createPasswords(productionCost).hash(password);
  const { execute, database } = installation;
  await execute("user.replacePassword", { userId: user.id, passwordHash, dropsSecondStep });
  if (installation.secretKey) {
    const key = derivedKey(installation.secretKey, "inlet failed sign-ins");
    await forgiveAccount(execute, key, user.email);
  }
  const second = await authenticatorOf(database.reader, user.id);
  return [
    `New password for ${user.email}: ${password}`,
    "All their devices and apps were signed out. Choose another password after signing in.",
    ...(second?.is_confirmed === 1
      ? [
          "Signing in still requires a code from their authenticator app. If it is lost, run this again with --without-second-factor.",
        ]
      : []),
    ...(user.disabled_at > 0
      ? ["Their account was disabled by an administrator. `make-admin` enables it."]
      : []),
  ];
}

/** Makes a user an administrator and enables their sign-in. Returns the lines to print; throws Refusal. */
export async function makeAdmin(installation: Installation, email: string): Promise<string[]> {
  const user = await find(installation, email);
  await installation.execute("user.setRole", { userId: user.id, role: "admin" });
  if (user.disabled_at > 0) {
    await installation.execute("user.setDisabled", { userId: user.id, isDisabled: false });
  }
  return [`${user.email} is now an administrator.`];
}

async function find(installation: Installation, email: string): Promise<UserRow> {
  await requireOwnSchema(installation);
  const user = await userByEmail(installation.database.reader, normalEmail(email));
  if (!user) throw new Refusal(`There is no user with the address ${email}.`);
  return user;
}
