/** The folders of the sidebar, by their path under /app. */
export const folderSlugs = [
  "inbox",
  "starred",
  "snoozed",
  "sent",
  "drafts",
  "archive",
  "spam",
  "trash",
] as const;
export type FolderSlug = (typeof folderSlugs)[number];

/** Returns true if an address names a folder. */
export function isFolderSlug(text: string | undefined): text is FolderSlug {
  return folderSlugs.some((slug) => slug === text);
}
