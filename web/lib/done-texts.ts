import { mails } from "#/lib/count-mails.ts";

/** Texts for finished actions on messages. */
export const doneTexts = {
  archive: said("archived"),
  inbox: said("moved to Inbox"),
  spam: said("reported as spam"),
  notSpam: said("marked as not spam"),
  trash: said("moved to Trash"),
  deleteForever: said("deleted permanently"),
  read: said("marked as read"),
  unread: said("marked as unread"),
  star: said("starred"),
  unstar: said("unstarred"),
  mute: said("muted"),
  unmute: said("unmuted"),
  unsnooze: said("back in Inbox"),
} as const;

/** Returns a function that formats counts such as `3 emails archived`. */
export function said(what: string): (count: number) => string {
  return (count) => `${mails(count)} ${what}`;
}
