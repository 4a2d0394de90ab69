import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { foldersQuery } from "#/api/queries.ts";
import { pieceOfFolder } from "#/features/search/query/folder-term.ts";
import { pieceOf } from "#/features/search/query/query-terms.ts";
import type { Here } from "#/features/search/query/suggestions.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { useViewName } from "#/state/view/mail-view.ts";
import { isMailPath, useMailPlace } from "#/state/view/mail-route.ts";

/** Returns the list to which a search could be limited; null for the inbox, where users search everything. */
export function useHere(): Here | null {
  const { view } = useMailPlace();
  const { name } = useViewName(view, null);
  const { data } = useQuery({ ...foldersQuery(null), enabled: view.kind === "own" });
  const { accounts = [] } = useAccounts();
  const isInMail = useLocation({ select: ({ pathname }) => isMailPath(pathname) });
  if (!isInMail) return null;
  switch (view.kind) {
    case "folder":
      if (view.slug === "inbox") return null;
      return {
        piece: view.slug === "starred" ? "is:starred" : pieceOf("in", view.slug),
        name,
      };
    case "own": {
      const folder = data?.folders.find(({ id }) => id === view.folderId);
      const piece = folder ? pieceOfFolder(folder, data?.folders ?? [], accounts) : null;
      return piece === null ? null : { piece, name };
    }
    case "label":
      return { piece: pieceOf("label", view.label), name };
    case "search":
      return null;
  }
}
