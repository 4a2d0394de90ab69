import { mails } from "#/lib/count-mails.ts";

/** What is said when something was done with mails. */
export const doneTexts = {
  archive: said("archived"),
  inbox: said("moved to Inbox"),
  spam: said("reported as spam"),
  notSpam: said("moved to Inbox as not spam"),
  trash: said("moved to Trash"),
  deleteForever: said("deleted for ever"),
  read: said("marked as read"),
  unread: said("marked as unread"),
  star: said("starred"),
  unstar: said("no longer starred"),
  mute: said("muted"),
  unmute: said("no longer muted"),
  unsnooze: said("back in Inbox"),
} as const;

/** `3 emails archived`. */
export function said(what: string): (count: number) => string {
  return (count) => `${mails(count)} ${what}`;
}
