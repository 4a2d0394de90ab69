import type { Folder } from "@inlet/contract/mail/email.ts";
import { folderTexts } from "#/features/sidebar/folder-texts.ts";

/** Describes how much of the mail in these folders is synced. The texts are calm, because missing mail is still arriving. */
export function folderProof(folders: readonly Pick<Folder, "here" | "server">[]): string {
  if (folders.length === 0) return "";
  const here = folders.reduce((total, folder) => total + folder.here, 0);
  const server = folders.reduce((total, folder) => total + (folder.server ?? folder.here), 0);
  if (here < server) return folderTexts.arriving(here, server);
  if (here === 0) return "";
  const isCounted = folders.every((folder) => folder.server !== null);
  return isCounted ? folderTexts.all(here) : folderTexts.some(here);
}
