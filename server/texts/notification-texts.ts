/** Texts of notifications about new email. */
export const notificationTexts = {
  noSubject: "(No Subject)",
  newMail: "New email",
  unknownSender: "Unknown",
  many: (count: number) => `${count} new emails`,
  andMore: (names: string, count: number) => `${names} and ${count} more`,
  /** Labels of a notification's buttons, by the names in web/lib/notification-actions.ts. */
  actions: { archive: "Archive", read: "Mark as read" },
  welcome: { title: "Notifications are on", body: "This is how Inlet notifies you of new email." },
} as const;
