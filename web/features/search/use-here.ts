import { useLocation } from "@tanstack/react-router";
import { pieceOf } from "#/features/search/query-pieces.ts";
import type { Here } from "#/features/search/suggestions.ts";
import { useViewName } from "#/state/mail-view.ts";
import { isMailPath, useMailPlace } from "#/state/place.ts";

/** The list that a search could be kept to; null for the inbox, where one looks for everything. */
export function useHere(): Here | null {
  const { view } = useMailPlace();
  const { name } = useViewName(view, null);
  const isInMail = useLocation({ select: ({ pathname }) => isMailPath(pathname) });
  if (!isInMail) return null;
  switch (view.kind) {
    case "folder":
      if (view.slug === "inbox") return null;
      return {
        piece: view.slug === "starred" ? "is:starred" : pieceOf("in", view.slug),
        name,
      };
    case "own":
      return name === "" ? null : { piece: pieceOf("in", name), name };
    case "label":
      return { piece: pieceOf("label", view.label), name };
    case "search":
      return null;
  }
}
