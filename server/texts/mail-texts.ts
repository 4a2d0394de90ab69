/** Texts of host emails. None contains text that a stranger chose, such as a name given at sign-up. */
export const mailTexts = {
  reset: {
    subject: "Choose a new password for Inlet",
    text: (link: string) =>
      paragraphs(
        "Hello,",
        "Someone (hopefully you) requested a password reset for the Inlet account with this address.",
        "Open this link within 30 minutes. It works once:",
        link,
        "If it was not you, ignore this email. Your password stays the same.",
      ),
  },
  verify: {
    subject: "Confirm your email address for Inlet",
    text: (link: string) =>
      paragraphs(
        "Hello,",
        "An Inlet account was created with this address. Open this link within 24 hours to confirm that it is yours:",
        link,
        "If you did not create it, you can ignore this email.",
      ),
  },
  invitation: {
    subject: "You are invited to Inlet",
    text: (link: string) =>
      paragraphs(
        "Hello,",
        "An administrator invites you to create an Inlet account with this address. Open this link. It works once:",
        link,
        "If you weren't expecting this, you can ignore this email.",
      ),
  },
  alerts: {
    newDevice: {
      subject: "New sign-in to your Inlet account",
      text: "Someone signed in to your Inlet account on a new device.",
    },
    passwordChanged: {
      subject: "Your Inlet password was changed",
      text: "The password of your Inlet account was changed. All other devices were signed out.",
    },
    passwordSet: {
      subject: "A password was set for your Inlet account",
      text: "A password was set for your Inlet account, which had none. You can now sign in with it.",
    },
    signInConnected: {
      subject: "A sign-in provider was connected to Inlet",
      text: "An account at another provider was connected to your Inlet account. Anyone with access to that account can sign in here.",
    },
    signInDisconnected: {
      subject: "A sign-in provider was disconnected from Inlet",
      text: "An account at another provider is no longer connected to your Inlet account. It can no longer be used to sign in here.",
    },
    passwordReset: {
      subject: "Your Inlet password was changed",
      text: "A new password was set for your Inlet account with a link sent to this address. All devices were signed out.",
    },
    secondFactorOn: {
      subject: "Two-factor authentication is on",
      text: "Two-factor authentication was turned on for your Inlet account. Signing in now requires a code from your authenticator app.",
    },
    secondFactorOff: {
      subject: "Two-factor authentication is off",
      text: "Two-factor authentication was turned off for your Inlet account. Signing in requires only the password.",
    },
    codesRenewed: {
      subject: "Your Inlet recovery codes were renewed",
      text: "Your Inlet account has new recovery codes. The old ones no longer work.",
    },
  },
  alert: (what: string, facts: string, settings: string, forgot: string) =>
    paragraphs(
      "Hello,",
      what,
      facts,
      "If it was you, there is nothing to do. If not, change your password and sign out the other devices:",
      settings,
      `If you can no longer sign in, choose a new password here:\n${forgot}`,
      "You receive this because security alerts are on. You can turn them off in Settings, under Notifications.",
    ),
  when: "When",
  device: "Device",
  address: "Address",
} as const;

export type Alert = keyof typeof mailTexts.alerts;

function paragraphs(...texts: string[]): string {
  return `${texts.join("\n\n")}\n`;
}
