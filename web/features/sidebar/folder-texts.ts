import { countEmails } from "#/lib/count-emails.ts";
import { locale } from "#/lib/locale.ts";

/** Texts about how much of a folder's mail is synced. */
export const folderTexts = {
  arriving: (here: number, server: number) =>
    `${here.toLocaleString(locale)} of ${countEmails(server)} synced so far`,
  all: (here: number) => `${countEmails(here)}, all synced`,
  some: (here: number) => `${countEmails(here)} synced`,
} as const;
