import { locale } from "#/lib/locale.ts";

/** Texts of the emails shown one at a time. */
export const tideTexts = {
  title: "Low tide",
  leave: "Back to list",
  left: (count: number, hasMore: boolean) =>
    `${count.toLocaleString(locale)}${hasMore ? "+" : ""} left`,
  actions: "What to do with this email",
  archive: "Archive",
  reply: "Reply",
  snooze: "Snooze",
  keep: "Keep",
  reached: "Low tide.",
  /** The number of emails that were looked at, and the minutes it took; less than one is 0. */
  done: (count: number, minutes: number) =>
    `${count.toLocaleString(locale)} in ${
      minutes === 0
        ? "less than a minute"
        : minutes === 1
          ? "1 minute"
          : `${minutes.toLocaleString(locale)} minutes`
    }.`,
  nothing: "Nothing here is waiting for you.",
  arrived: (count: number) =>
    count === 1 ? "1 new email" : `${count.toLocaleString(locale)} new emails`,
  undo: "Undo",
} as const;
