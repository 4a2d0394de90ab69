/** Every sentence of coming back from a sign-in elsewhere, spelled once. */
export const callbackTexts = {
  title: "Sign in",
  busy: "Authenticating with Google...",
  question: (email: string) => `Continue as ${email}?`,
  hint: "This sign-in did not begin in this tab. Whoever sent you here may want you in their account: continue only if it is yours.",
  confirm: "Continue",
  refuse: "No, sign in myself",
} as const;
