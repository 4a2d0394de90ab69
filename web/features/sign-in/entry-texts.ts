import type { EntryError } from "@inlet/contract/social-sign-in.ts";

/** Every sentence of signing in and signing up, spelled once. */
export const entryTexts = {
  signIn: {
    links: { login: "Login", signUp: "Sign Up" },
    title: "Sign in to Inlet",
    hint: "Every mailbox you have, in one calm place.",
    email: "Email",
    password: "Password",
    submit: "Sign In",
    submitting: "Signing In...",
    passkey: "Sign in with a passkey",
    noAccount: "Don't have an account?",
    signUpLink: "Sign up",
    fieldsRequired: "All fields are required",
    pauseWater: "Pause the animation",
    playWater: "Play the animation",
    failed: "Failed to login",
    failedInForm: "Failed to login. Please check your credentials.",
    /** What the page says when its address brings one of these. */
    errors: {
      google_failed: "Google OAuth failed",
      no_profile: "failed to get your profile",
      google_not_configured: "Google sign-in is not configured on this server",
      google_not_available: "Google sign-in is not available on this server yet",
      outlook_not_configured: "Outlook sign-in is not configured on this server",
      outlook_not_available: "Outlook sign-in is not available on this server yet",
    } satisfies Record<EntryError, string>,
  },

  social: {
    or: "or continue with",
    google: "Google",
    outlook: "Outlook",
    continueWith: (name: string) => `Continue with ${name}`,
  },

  signUp: {
    trigger: "Sign Up",
    title: "Welcome to Inlet",
    hint: "One account here, as many mailboxes as you like.",
    name: "Full name",
    email: "Email address",
    password: "Password",
    passwordHint: "At least 8 characters",
    submit: "Create Account",
    submitting: "Creating Account...",
    hasAccount: "Already have an account?",
    loginLink: "Sign in",
    privacy: "What is kept, and where",
    fieldsRequired: "All fields are required.",
    passwordTooShort: "Password must be at least 8 characters.",
    noToken: "Signup failed",
    failed: "Something went wrong.",
    failedInDialog: "Failed to create account",
  },
} as const;
