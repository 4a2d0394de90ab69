/** Where the browser goes to sign in elsewhere; each is a page of the server, not a call. */
export const socialPaths = {
  google: { signIn: "/auth/google", signUp: "/auth/google/signup" },
  outlook: { signIn: "/auth/outlook", signUp: "/auth/outlook" },
} as const;

export type SocialProvider = keyof typeof socialPaths;

/**
 * What the sign-in page finds in its address (`/login?error=...`) when signing in elsewhere came to nothing. The page
 * knows the sentence: an address cannot put words of its own into it.
 */
export type EntryError =
  | "google_failed"
  | "no_profile"
  | `${SocialProvider}_not_configured`
  | `${SocialProvider}_not_available`;
