import type { EntryError } from "@inlet/contract/auth/social-sign-in.ts";

/** Reasons why an external sign-in failed, by the code in the address of the sign-in page. */
export const refusalTexts = {
  google_failed: "Google OAuth failed",
  outlook_failed: "Outlook OAuth failed",
  oidc_failed: "Single sign-on failed",
  no_profile: "failed to get your profile",
  google_not_configured: "Google sign-in is not configured on this server",
  outlook_not_configured: "Outlook sign-in is not configured on this server",
  oidc_not_configured: "Single sign-on is not configured on this server",
  no_email: "The provider did not share your email address, which is required.",
  email_unverified: "The provider has not verified your email address. Confirm it there first.",
  email_taken:
    "An account with this email already exists. Sign in to it your usual way, then connect the provider in Settings, under Security.",
  signup_closed: "Registration is closed on this server.",
  invite_required: "Registration on this server needs an invitation link.",
} as const satisfies Record<EntryError, string>;
