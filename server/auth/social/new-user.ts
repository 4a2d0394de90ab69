import type { ErrorCode } from "@inlet/contract/errors.ts";
import { ConnectedSignInId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { EntryError, SocialProvider } from "@inlet/contract/auth/social-sign-in.ts";
import { isEmail, normalEmail } from "#/auth/normal-email.ts";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import type { SpentInvitation } from "#/store/users/commands.ts";
import { connectedSignIn } from "#/store/auth/social-sign-in-queries.ts";
import type { ConnectedSignInRow } from "#/store/auth/schema.ts";
import { userByEmail } from "#/store/users/queries.ts";
import type { Identity } from "#/wire/oauth/identity.ts";
import type { SocialParts } from "#/auth/social/context.ts";

interface Found {
  userId: UserId;
  signInId: ConnectedSignInId;
  isNewcomer: boolean;
}

/**
 * Returns the user whose account this identity opens, or creates one where registration admits it. An existing account is never
 * found by its email address: another person may have created it.
 */
export async function findOrMake(
  parts: SocialParts,
  identity: Identity,
  { provider, invite }: { provider: SocialProvider; invite: string | undefined },
): Promise<Found | EntryError> {
  const known = await connectedSignIn(parts.reader, identity);
  if (known) return { userId: known.user_id, signInId: known.id, isNewcomer: false };

  const email = normalEmail(identity.email);
  if (email.length > limits.emailMaxLength || !isEmail(email)) return "no_email";
  if (identity.isEmailVerified === false) return "email_unverified";
  // Returned even where registration is closed: only the owner of the mailbox sees it.
  if (identity.isEmailVerified && (await userByEmail(parts.reader, email))) return "email_taken";
  try {
    const place = await parts.admission.admit(invite, email);
    try {
      return await make(parts, { ...identity, email }, { provider, ...place });
    } catch (error) {
      place.giveBack();
      throw error;
    }
  } catch (error) {
    const code: ErrorCode | null = error instanceof Failure ? error.code : null;
    const refusal = code === null ? undefined : refusals[code];
    if (refusal === undefined) throw error;
    return refusal === "failed" ? `${provider}_failed` : refusal;
  }
}

const refusals: Partial<Record<ErrorCode, EntryError | "failed">> = {
  "signup.closed": "signup_closed",
  "signup.invite_required": "invite_required",
  "signup.email_taken": "email_taken",
  // Two flows finished at the same time, and the other one connected first.
  "social.taken": "failed",
};

async function make(
  { execute, clock, links }: SocialParts,
  identity: Identity,
  { provider, invitation }: { provider: SocialProvider; invitation: SpentInvitation | undefined },
): Promise<Found> {
  const { email } = identity;
  const now = clock.now();
  const userId = UserId.parse(randomId(now));
  const signIn = signInRow(now, { userId, provider, identity });
  const name = nameOf(identity);
  const user = await execute("user.createConnected", {
    user: { id: userId, email, name, firstIsAdmin: true, invitation },
    signIn,
  });
  if (!identity.isEmailVerified) await links.greet(user);
  return { userId, signInId: signIn.id, isNewcomer: true };
}

/** Returns the row that stores a user's identity at a provider. */
export function signInRow(
  now: number,
  of: { userId: UserId; provider: SocialProvider; identity: Identity },
): ConnectedSignInRow {
  const { issuer, subject, email } = of.identity;
  return {
    id: ConnectedSignInId.parse(randomId(now)),
    user_id: of.userId,
    provider: of.provider,
    issuer,
    subject,
    address: oneLine(email, limits.emailMaxLength),
    created_at: now,
    last_used_at: 0,
  };
}

function nameOf({ name, email }: Identity): string {
  return oneLine(name, limits.nameMaxLength) || email.slice(0, email.indexOf("@"));
}

/** Returns a text from a provider as one line, because users of the provider choose it freely. */
function oneLine(text: string, maxLength: number): string {
  return Array.from(text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim())
    .slice(0, maxLength)
    .join("")
    .trim();
}
