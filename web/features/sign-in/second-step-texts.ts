/** Texts of the second factor at sign-in. They are loaded when they are needed. */
export const secondStepTexts = {
  title: "One more step",
  appHint: "Your account requires a code in addition to the password.",
  code: "Code from your authenticator app",
  recoveryCode: "Recovery code",
  recoveryHint: "One of the codes you saved during setup. Each works once.",
  missing: "Please enter a code.",
  submit: "Continue",
  submitting: "Checking…",
  useRecovery: "Use a recovery code",
  useApp: "Use the app",
  back: "Back to sign in",
  failed: "Failed to login",
} as const;
