import type { UserId } from "@inlet/contract/ids.ts";
import type { Signer } from "#/base/signed-url.ts";

const purpose = "leave the brief";
/** A letter may lie for long before somebody has had enough of them. */
const lifetimeMs = 366 * 24 * 3600_000;

/** What in the address of a letter says whose brief it ends. */
export function leaveToken(signer: Signer, userId: UserId): string {
  return signer.sign(purpose, { userId }, lifetimeMs);
}

/** Whose that is; null when it is forged or over. */
export function leaverOf(signer: Signer, token: string): UserId | null {
  // Signed by leaveToken, which was given exactly this.
  return (signer.verify(purpose, token)?.["userId"] as UserId | undefined) ?? null;
}
