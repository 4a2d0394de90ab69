import { doneTexts } from "#/texts/shared/done-texts.ts";
import type { Change } from "#/state/changes/pending-change.ts";
import type { FolderSlug } from "#/state/view/folder-slugs.ts";
import type { MailView } from "#/state/view/mail-route.ts";

export type ActionName = keyof typeof doneTexts;

/** An action on messages, and its notification. */
export interface MailAction {
  change: Change;
  doneText: (count: number) => string;
}

const changes: Record<ActionName, Change> = {
  archive: { folder: "archive" },
  inbox: { folder: "inbox" },
  spam: { folder: "spam" },
  notSpam: { folder: "inbox" },
  trash: { folder: "trash" },
  deleteForever: { deleteForever: true },
  read: { seen: true },
  unread: { seen: false },
  star: { starred: true },
  unstar: { starred: false },
  mute: { muted: true, folder: "archive" },
  unmute: { muted: false },
  unsnooze: { snoozeUntil: null },
};

/** Returns the action with this name. */
export function mailAction(name: ActionName): MailAction {
  return { change: changes[name], doneText: doneTexts[name] };
}

/** Actions that require more input. */
export type QuestionName = "move" | "copy" | "label" | "snooze" | "deleteForever";

/** Actions that make no sense in the message's current folder. */
const withheld: Record<FolderSlug, readonly (ActionName | QuestionName)[]> = {
  inbox: ["inbox", "notSpam", "deleteForever", "unsnooze"],
  starred: ["inbox", "notSpam", "deleteForever", "unsnooze"],
  snoozed: ["inbox", "notSpam", "deleteForever"],
  sent: ["archive", "inbox", "spam", "notSpam", "deleteForever", "snooze", "unsnooze", "mute"],
  drafts: ["archive", "inbox", "spam", "notSpam", "deleteForever", "snooze", "unsnooze", "mute"],
  archive: ["archive", "notSpam", "deleteForever", "unsnooze"],
  spam: ["archive", "inbox", "spam", "trash", "snooze", "unsnooze", "mute"],
  trash: ["archive", "spam", "notSpam", "trash", "snooze", "unsnooze", "mute"],
};

/** Returns true if an action is offered for the messages of a view. */
export function isOffered(view: MailView, name: ActionName | QuestionName): boolean {
  // A user's own folder or a label is like the archive: messages can be moved to the inbox and back.
  const missing = view.kind === "folder" ? withheld[view.slug] : withheld.starred;
  if (view.kind !== "folder" && name === "inbox") return true;
  return !missing.includes(name);
}
