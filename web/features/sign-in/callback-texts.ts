/** Every sentence of coming back from a sign-in elsewhere, spelled once. */
export const callbackTexts = {
  title: "Sign in",
  busy: "Authenticating with Google...",
  busyAt: (provider: string) => `Authenticating with ${provider}...`,
  outlook: "Outlook",
  ownProvider: "your provider",
  codeHint: "Your account asks for a code besides what your provider says.",
  question: (email: string) => `Continue as ${email}?`,
  hint: "This sign-in did not begin in this tab. Whoever sent you here may want you in their account: continue only if it is yours.",
  elsewhereHint:
    "This sign-in began in another browser, so it signs nobody in here. If the account is yours, continue at your provider.",
  connecting: "Connecting...",
  connected: (provider: string) => `${provider} is connected. You can sign in with it.`,
  notConnected: "Nothing was connected. Please try again.",
  confirm: "Continue",
  refuse: "No, sign in myself",
} as const;
