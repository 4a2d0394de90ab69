import { countEmails } from "#/lib/count-emails.ts";

/** Texts for finished actions on messages. */
export const doneTexts = {
  archive: doneText("archived"),
  inbox: doneText("moved to Inbox"),
  spam: doneText("reported as spam"),
  notSpam: doneText("marked as not spam"),
  trash: doneText("moved to Trash"),
  deleteForever: doneText("deleted permanently"),
  read: doneText("marked as read"),
  unread: doneText("marked as unread"),
  star: doneText("starred"),
  unstar: doneText("unstarred"),
  mute: doneText("muted"),
  unmute: doneText("unmuted"),
  unsnooze: doneText("back in Inbox"),
} as const;

/** Returns a function that formats counts such as `3 emails archived`. */
export function doneText(what: string): (count: number) => string {
  return (count) => `${countEmails(count)} ${what}`;
}
