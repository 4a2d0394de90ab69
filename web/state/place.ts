import { useNavigate, useParams, useSearch } from "@tanstack/react-router";

/** The folders of the sidebar, by their address under /app. */
export const folderSlugs = [
  "inbox",
  "starred",
  "sent",
  "drafts",
  "archive",
  "spam",
  "trash",
] as const;
export type FolderSlug = (typeof folderSlugs)[number];

/** Whether an address names a folder. */
export function isFolderSlug(text: string | undefined): text is FolderSlug {
  return folderSlugs.some((slug) => slug === text);
}

/** Where the person is: the folder of the address and the open mail, both kept in the URL. */
export function useMailPlace() {
  const { folder } = useParams({ strict: false });
  const { email } = useSearch({ strict: false });
  const navigate = useNavigate();
  const slug = isFolderSlug(folder) ? folder : "inbox";
  return {
    folder: slug,
    emailId: email ?? null,
    /** Opens a mail in the folder that is shown. */
    openEmail: (id: string, options: { replace?: boolean } = {}) =>
      navigate({ to: "/app/$folder", params: { folder: slug }, search: { email: id }, ...options }),
    closeEmail: () => navigate({ to: "/app/$folder", params: { folder: slug }, search: {} }),
  };
}
