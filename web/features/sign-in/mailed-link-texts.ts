/** Texts about a forgotten password and about emailed links. */
export const mailedLinkTexts = {
  forgot: {
    title: "Forgot your password?",
    hint: "Enter the address you sign in with. We will email you a link to reset your password.",
    email: "Email",
    emailRequired: "Please enter your email address.",
    submit: "Send Link",
    submitting: "Sending Link…",
    sentTitle: "Check your email",
    sent: (email: string) =>
      `If there is an account for ${email}, we sent a link to reset the password. It works for 30 minutes.`,
    nothing: "Nothing there? Check your spam folder.",
    again: "Send it again",
    back: "Back to sign in",
    failed: "The link could not be sent. Please try again.",
    noMail: "This server sends no email. Ask its administrator to reset your password.",
  },
  reset: {
    title: "Choose a new password",
    hint: "You will be signed out on every device.",
    password: "New password",
    passwordHint: "At least 8 characters",
    tooShort: "Password must be at least 8 characters.",
    submit: "Save Password",
    submitting: "Saving Password…",
    doneTitle: "Your password was changed",
    done: "Sign in with the new password. Two-factor authentication stays on.",
    signIn: "Sign in",
    askAgain: "Request a new link",
    failed: "The password could not be saved. Please try again.",
  },
  verify: {
    checking: "Confirming your address…",
    title: "Confirm your address",
    doneTitle: "Your address is confirmed",
    done: "Thank you. You're all set.",
    open: "Open Inlet",
    failedTitle: "This did not work",
    failed: "The address could not be confirmed. Please try again.",
    failedHint:
      "If you used this link before, your address is already confirmed. Otherwise, request a new link in Settings, under Profile.",
  },
} as const;
