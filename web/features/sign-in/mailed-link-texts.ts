/** Every sentence of a forgotten password and of links that were sent by mail, spelled once. */
export const mailedLinkTexts = {
  forgot: {
    link: "Forgot password?",
    title: "Forgot your password?",
    hint: "Type the address that you sign in with. We send you a link for a new password.",
    email: "Email",
    emailRequired: "Please enter your email address.",
    submit: "Send Link",
    submitting: "Sending Link...",
    sentTitle: "Look into your mail",
    sent: (email: string) =>
      `If there is an account for ${email}, a link for a new password is on its way. It works for 30 minutes.`,
    nothing: "Nothing there? Look into spam too.",
    again: "Send it again",
    back: "Back to sign in",
    failed: "The link could not be sent. Please try again.",
  },
  reset: {
    title: "Choose a new password",
    hint: "It signs you out on every device.",
    password: "New password",
    passwordHint: "At least 8 characters",
    tooShort: "Password must be at least 8 characters.",
    submit: "Save Password",
    submitting: "Saving Password...",
    doneTitle: "Your password is changed",
    done: "Sign in with the new one. If your account asks for a code too, it still does.",
    signIn: "Sign in",
    askAgain: "Ask for a new link",
    failed: "The password could not be saved. Please try again.",
  },
  verify: {
    checking: "Confirming your address...",
    title: "Confirm your address",
    doneTitle: "Your address is confirmed",
    done: "Thank you. There is nothing else to do.",
    open: "Open Inlet",
    failedTitle: "This did not work",
    failed: "The address could not be confirmed. Please try again.",
    failedHint:
      "If you followed it before, your address is confirmed. Otherwise another can be sent in Settings, under Profile.",
  },
} as const;
