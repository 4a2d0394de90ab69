/** Buttons of a notification of one email. The service worker has them in English; the server sends it the user's. */
export const noteActionTexts = { archive: "Archive", read: "Mark as read" } as const;
