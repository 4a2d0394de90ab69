/** What the host writes to people. No word in it is one that somebody else chose, such as a name given at sign-up. */
export const mailTexts = {
  reset: {
    subject: "Choose a new password for Inlet",
    text: (link: string) =>
      paragraphs(
        "Hello,",
        "Somebody, most likely you, asked to choose a new password for the Inlet account with this address.",
        "Open this link within 30 minutes. It works once:",
        link,
        "If it was not you, there is nothing to do: the password stays as it is.",
      ),
  },
  verify: {
    subject: "Confirm your email address for Inlet",
    text: (link: string) =>
      paragraphs(
        "Hello,",
        "An Inlet account was made with this address. Open this link within 24 hours to confirm that it is yours:",
        link,
        "If you did not make it, you can ignore this email.",
      ),
  },
  invitation: {
    subject: "You are invited to Inlet",
    text: (link: string) =>
      paragraphs(
        "Hello,",
        "An administrator invites you to make an Inlet account with this address. Open this link; it works once:",
        link,
        "If you do not know what this is about, you can ignore this email.",
      ),
  },
  alerts: {
    newDevice: {
      subject: "New sign-in to your Inlet account",
      text: "Somebody signed in to your Inlet account on a device that is new to it.",
    },
    passwordChanged: {
      subject: "Your Inlet password was changed",
      text: "The password of your Inlet account was changed. Every other device was signed out.",
    },
    passwordSet: {
      subject: "Your Inlet account has a password now",
      text: "A password was set for your Inlet account, which had none. It can be signed in to with it from now on.",
    },
    signInConnected: {
      subject: "A way to sign in to Inlet was connected",
      text: "An account at another provider was connected to your Inlet account. Whoever signs in there can sign in here from now on.",
    },
    signInDisconnected: {
      subject: "A way to sign in to Inlet was removed",
      text: "An account at another provider is no longer connected to your Inlet account. It cannot be used to sign in here any more.",
    },
    passwordReset: {
      subject: "Your Inlet password was changed",
      text: "A new password was chosen for your Inlet account, with a link that was sent to this address. Every device was signed out.",
    },
    secondFactorOn: {
      subject: "Two-factor authentication is on",
      text: "Two-factor authentication was switched on for your Inlet account. Signing in asks for a code of your authenticator app from now on.",
    },
    secondFactorOff: {
      subject: "Two-factor authentication is off",
      text: "Two-factor authentication was switched off for your Inlet account. Signing in asks for the password alone.",
    },
    codesRenewed: {
      subject: "Your Inlet recovery codes were renewed",
      text: "Your Inlet account has new recovery codes. The ones before them no longer work.",
    },
  },
  alert: (what: string, facts: string, links: { settings: string; forgot: string }) =>
    paragraphs(
      "Hello,",
      what,
      facts,
      "If it was you, there is nothing to do. If not, change your password and sign out the other devices:",
      links.settings,
      `If you can no longer sign in, choose a new password here:\n${links.forgot}`,
      "You receive this because security alerts are on. They can be switched off in Settings, under Notifications.",
    ),
  when: "When",
  device: "Device",
  address: "Address",
} as const;

export type Alert = keyof typeof mailTexts.alerts;

function paragraphs(...texts: string[]): string {
  return `${texts.join("\n\n")}\n`;
}
