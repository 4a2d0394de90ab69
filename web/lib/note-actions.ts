import { noteActionTexts } from "#/lib/note-action-texts.ts";

/** What a notification of one mail offers besides opening it, by the names that it hands to the service worker. */
export const noteActions = [
  { action: "archive", title: noteActionTexts.archive },
  { action: "read", title: noteActionTexts.read },
] as const;

type NoteAction = (typeof noteActions)[number]["action"];

/** What a person has asked for from a notification, until a page has done it. */
export interface Asked {
  action: NoteAction;
  emailId: string;
}

/**
 * Where the service worker leaves what it was asked for: it has no session, so a page does it. No address says so, for
 * an address can come from anybody; in here only this site writes.
 */
export const askedCache = "inlet-asked";
