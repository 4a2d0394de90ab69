/** The paths for signing in with an external provider; each is a page of the server, not a call. */
export const socialPaths = {
  google: { signIn: "/auth/google", signUp: "/auth/google/signup" },
  outlook: { signIn: "/auth/outlook", signUp: "/auth/outlook" },
  /** Any other OpenID Connect issuer that the operator configures. */
  oidc: { signIn: "/auth/oidc", signUp: "/auth/oidc" },
} as const;

export type SocialProvider = keyof typeof socialPaths;

/**
 * The codes that the sign-in page finds in its address (`/login?error=...`) when signing in with an external provider failed. The
 * page has the sentences, so an address cannot inject a text.
 */
export type EntryError =
  | "no_profile"
  | "no_email"
  | "email_unverified"
  | "email_taken"
  | "signup_closed"
  | "invite_required"
  | `${SocialProvider}_failed`
  | `${SocialProvider}_not_configured`;
