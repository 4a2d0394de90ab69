import type { DeviceState } from "#/state/notifications/notify-device.ts";

/** Texts of the settings for notifications. */
export const notificationTexts = {
  saved: "Saved",
  device: {
    title: "This device",
    on: "On",
    off: "Off",
    blocked: "Blocked",
    unavailable: "Not available",
    turnOn: "Turn on",
    turningOn: "Turning on…",
    turnOff: "Turn off",
    hints: {
      push: "This browser notifies you of new email, even while Inlet is closed.",
      page: "This browser notifies you of new email while Inlet is open in a tab. Its push service cannot be reached, so there are no notifications while Inlet is closed.",
      off: "Your browser will ask whether Inlet may show notifications.",
      denied:
        "Notifications from Inlet are blocked in this browser. Select the icon next to the address, allow notifications, and reload the page.",
      unsupported:
        "This browser cannot show notifications. On an iPhone or iPad, add Inlet to the Home Screen and open it from there.",
      insecure:
        "Browsers show notifications only for pages with an https address. Contact your administrator.",
    } satisfies Record<DeviceState, string>,
    dismissed: "The permission prompt was dismissed. You can ask again.",
  },
  mail: {
    newMail: "New email",
    newMailHint: "When email arrives in an inbox. Not while you are looking at Inlet.",
    important: "Only important email",
    importantHint: "Email of high priority, or starred.",
    sound: "Sound",
    soundHint: "The notification sound of your device.",
    detail: "What a notification shows",
    details: {
      full: "Sender, subject and first words",
      subject: "Sender and subject",
      none: "Only that there is new email",
    },
    accounts: "Accounts",
  },
  quiet: {
    title: "Quiet hours",
    hint: "No notifications in these hours. Email still arrives.",
    from: "From",
    to: "To",
    zone: (zone: string) => `Times are in ${zone}.`,
    other: (zone: string) => `This device is in ${zone}.`,
    take: (zone: string) => `Use ${zone}`,
  },
  letters: {
    title: "Emails to you",
    hint: (address: string) => `Inlet writes to ${address}.`,
    security: "Security alerts",
    securityHint:
      "When your password or two-factor authentication changes, or a new device signs in.",
    summary: "Daily summary",
    summaryHint:
      "Your brief: what needs your reply, deadlines, who you are waiting for, and how much else arrived. Above your inbox, and on devices that show notifications.",
    hour: "Ready at",
    byMail: "By email too",
    byMailHint: (address: string) => `Inlet writes it to ${address}.`,
    marketing: "Marketing",
    marketingHint: "News about Inlet. Nothing is sent at present; your choice is saved.",
    noMail: "This server cannot send email. Contact your administrator.",
  },
} as const;
