/**
 * Buttons of a notification of one email. The service worker has them in English; the server sends them in the user's language.
 */
export const notificationActionTexts = { archive: "Archive", read: "Mark as read" } as const;
