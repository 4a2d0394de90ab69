import { mails } from "#/lib/count-emails.ts";
import { locale } from "#/lib/locale.ts";

/** Texts about how much of a folder's mail is synced. */
export const folderTexts = {
  arriving: (here: number, server: number) =>
    `${here.toLocaleString(locale)} of ${mails(server)} synced so far`,
  all: (here: number) => `${mails(here)}, all synced`,
  some: (here: number) => `${mails(here)} synced`,
} as const;
