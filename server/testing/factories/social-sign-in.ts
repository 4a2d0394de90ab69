import { ConnectedSignInId } from "@inlet/contract/ids.ts";
import type { SignedUpUser } from "./user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";

/** Connects a sign-in provider to this user and returns the connection's id. */
export async function aConnectedSignIn(
  { clock, execute }: Pick<RealApp, "clock" | "execute">,
  { user }: SignedUpUser,
): Promise<string> {
  const { id } = await execute("signIn.add", {
    id: ConnectedSignInId.parse("canary-sign-in"),
    user_id: user.id,
    provider: "google",
    issuer: "https://canary.example",
    subject: "canary",
    address: "canary@x.org",
    created_at: clock.now(),
    last_used_at: 0,
  });
  return id;
}
