import { useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";

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

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The entry before this one is the list that the mail was opened from. */
    hasListBefore?: boolean;
  }
}

/** Where the person is: the folder of the address and the open mail, both kept in the URL. */
export function useMailPlace() {
  const { folder } = useParams({ strict: false });
  const { email } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history, state } = useRouter();
  const slug = isFolderSlug(folder) ? folder : "inbox";
  // The inbox has two addresses; going from one to the other would build the list anew.
  const at =
    folder === undefined
      ? ({ to: "/app" } as const)
      : ({ to: "/app/$folder", params: { folder: slug } } as const);
  return {
    folder: slug,
    emailId: email ?? null,
    /** Opens a mail in the folder that is shown; one that is open already gives its place in the history to it. */
    openEmail: (id: string) => {
      const isAtList = state.location.pathname !== "/app/settings" && email === undefined;
      return navigate({
        ...at,
        search: { email: id },
        replace: email !== undefined,
        state: email === undefined ? { hasListBefore: isAtList } : true,
      });
    },
    /** Back to the list, as the browser's own way back does it. */
    closeEmail: async () => {
      if (history.location.state.hasListBefore) history.back();
      else await navigate({ ...at, search: {}, replace: true });
    },
  };
}
