import type { UserId } from "@inlet/contract/ids.ts";
import type { User } from "@inlet/contract/auth/user.ts";
import type { Profile } from "#/auth/profile.ts";
import type { Clock } from "#/base/clock.ts";
import type { Signer } from "#/base/signed-url.ts";

const purpose = "avatar";
const dayMs = 24 * 3600_000;
/** Longer than the longest session, because the page stores the address beside its token. */
const validityMs = 91 * dayMs;

/** Returns the user with the URL of their picture, which an image element loads without a token. */
export function withAvatar(
  { signer, clock }: { signer: Signer; clock: Clock },
  { avatarVersion, ...user }: Profile,
): User {
  if (avatarVersion === "") return { ...user, avatar: null };
  // The address stays the same all day, so the browser can use its cached picture.
  const lifetimeMs = validityMs - (clock.now() % dayMs);
  const signature = signer.sign(purpose, { user: user.id, version: avatarVersion }, lifetimeMs);
  return { ...user, avatar: `/user/${user.id}/avatar?signature=${signature}` };
}

/** Returns the version of this user's picture that the signature opens; null if it opens none. */
export function avatarVersionOf(signer: Signer, userId: UserId, signature: string): string | null {
  const claims = signer.verify(purpose, signature);
  return claims?.["user"] === userId ? (claims["version"] ?? null) : null;
}
