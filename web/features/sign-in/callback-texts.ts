/** Texts of the page after a sign-in at a provider. */
export const callbackTexts = {
  title: "Sign in",
  busy: "Authenticating with Google...",
  busyAt: (provider: string) => `Authenticating with ${provider}...`,
  outlook: "Outlook",
  ownProvider: "your provider",
  codeHint: "Your account requires a code in addition to your provider.",
  question: (email: string) => `Continue as ${email}?`,
  hint: "This sign-in did not start in this tab. Someone may be trying to sign you in to their account. Continue only if this account is yours.",
  otherBrowserHint:
    "This sign-in started in another browser and cannot be used here. If the account is yours, continue at your provider.",
  connecting: "Connecting…",
  connected: (provider: string) => `${provider} is connected. You can sign in with it.`,
  notConnected: "Nothing was connected. Please try again.",
  confirm: "Continue",
  refuse: "No, sign in myself",
} as const;
