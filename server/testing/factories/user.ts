import type { User } from "@inlet/contract/auth/user.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";

export interface SignedUpUser {
  user: User;
  password: string;
  token: string;
  /** Sends requests as this user. */
  client: Client;
}

/** Creates a user on the server at this origin. */
export async function signUpUser(
  origin: string,
  name = "Anna",
  email = `${name.toLowerCase()}@example.org`,
): Promise<SignedUpUser> {
  const password = `password of ${name}`;
  const { user, token } = await createClient(origin).call("POST /user/register", {
    name,
    email,
    password,
  });
  return { user, password, token, client: createClient(origin, token) };
}
