/** Where the browser goes to sign in elsewhere; each is a page of the server, not a call. */
export const socialPaths = {
  google: { signIn: "/auth/google", signUp: "/auth/google/signup" },
  outlook: { signIn: "/auth/outlook", signUp: "/auth/outlook" },
  /** Any other issuer, of the host's own choice. */
  oidc: { signIn: "/auth/oidc", signUp: "/auth/oidc" },
} as const;

export type SocialProvider = keyof typeof socialPaths;

/**
 * What the sign-in page finds in its address (`/login?error=...`) when signing in elsewhere came to nothing. The page
 * knows the sentence: an address cannot put words of its own into it.
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
