import { limits } from "../limits.ts";
import type { MailPreferences } from "./settings.ts";

/** The defaults until a user chooses. */
export const usualPreferences: MailPreferences = {
  undoSeconds: limits.undoSecondsDefault,
  readReceipts: "ask",
  conversations: true,
  density: "normal",
  readingPane: "right",
  autoAdvance: "next",
  theme: null,
  locale: null,
  swipeRight: "archive",
  swipeLeft: "snooze",
  splits: [],
  sort: "newest",
  resultOrder: "newest",
  listSummaries: true,
  mailDark: "auto",
  shortcuts: { isOn: true, map: {} },
  notifications: {
    newMail: true,
    desktop: false,
    sound: false,
    detail: "full",
    onlyImportant: false,
    silentAccounts: [],
    securityAlerts: true,
    marketing: false,
    dailySummary: false,
    summaryHour: 8,
    timeZone: "",
    quietHours: { isOn: false, from: "22:00", to: "07:00" },
  },
};
