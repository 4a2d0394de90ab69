import type { UserId } from "@inlet/contract/ids.ts";
import type { Signer } from "#/base/signed-url.ts";

const purpose = "leave the brief";
/** A user may unsubscribe long after a brief arrived. */
const lifetimeMs = 366 * 24 * 3600_000;

/** Returns the token in a brief's unsubscribe address, which names the user whose brief ends. */
export function leaveToken(signer: Signer, userId: UserId): string {
  return signer.sign(purpose, { userId }, lifetimeMs);
}

/** Returns the user that the token names; null when it is forged or expired. */
export function leaverOf(signer: Signer, token: string): UserId | null {
  // The signature proves that `leaveToken` created the claims, so their type is known.
  return (signer.verify(purpose, token)?.["userId"] as UserId | undefined) ?? null;
}
