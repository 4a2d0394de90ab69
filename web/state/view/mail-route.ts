import { useNavigate, useParams, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import { create } from "zustand";
import { afterPaint } from "#/lib/after-paint.ts";
import { type FolderSlug, isFolderSlug } from "#/state/view/folder-slugs.ts";

/** A view of mail: a folder that every account has, a folder of one account, a label, or a search. */
export type MailView =
  | { kind: "folder"; slug: FolderSlug }
  | { kind: "own"; folderId: string }
  | { kind: "label"; label: string }
  | { kind: "search"; query: string };

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the previous history entry is the list from which this one was opened. */
    hasListBefore?: boolean;
    /** The tab of the inbox with which it begins. */
    inboxTab?: string;
  }
  interface StaticDataRouteOption {
    /** The tabs of the settings, with their values in the address and their names. */
    parts?: () => Promise<readonly { value: string; label: string }[]>;
  }
}

/** Returns true if this address of the app shows lists and their messages. */
export function isMailPath(pathname: string): boolean {
  const [, app, first = ""] = pathname.split("/");
  const isList = first === "" || isFolderSlug(first) || /^(?:folder|label|search)$/.test(first);
  return app === "app" && isList;
}

/** Message that is being opened while navigation is pending: the view and the target of keys change at once. */
const useOpening = create<{ id: string | null }>(() => ({ id: null }));

/** Makes the address determine the open message again, after the page has rendered it or another one. */
export function useOpeningArrives(): void {
  const router = useRouter();
  useEffect(() => {
    const stop = router.subscribe("onRendered", ({ toLocation }) => {
      // If the user has navigated further, that navigation is still pending.
      if (!following && toLocation.href === router.latestLocation.href) arrive();
    });
    return () => {
      stop();
      arrive();
    };
  }, [router]);
}

/** A message that is shown before its address is set. */
interface Following {
  id: string;
  /** True if it replaces the previous message in the history. */
  isReplacing: boolean;
  hasListBefore: boolean;
}

let following: Following | null = null;

/**
 * Navigates after the message is painted, which the router would delay; of several pending navigations, only the last one runs.
 */
function follow(next: Following, go: (to: Following) => void): void {
  if (following) {
    // The first one decides whether the history gets a new entry.
    following = { ...following, id: next.id };
    return;
  }
  following = next;
  const goNow = () => {
    const to = following;
    following = null;
    if (to) go(to);
  };
  // A hidden page is not painted.
  if (document.hidden) goNow();
  else afterPaint(goNow);
}

function arrive(): void {
  useOpening.setState({ id: null });
}

/** Returns the current location: the folder of the address and the open message, both stored in the URL. */
export function useMailPlace() {
  const { folder, folderId, label } = useParams({ strict: false });
  const { email, q, tide } = useSearch({ strict: false });
  const isTide = tide === true;
  const opening = useOpening(({ id }) => id);
  const emailId = opening ?? email ?? null;
  const navigate = useNavigate();
  const router = useRouter();
  const slug = isFolderSlug(folder) ? folder : "inbox";
  const view: MailView =
    q !== undefined
      ? // The shell reads the address before its route has parsed it: 2026 is a number there.
        { kind: "search", query: String(q) }
      : label
        ? { kind: "label", label }
        : folderId
          ? { kind: "own", folderId }
          : { kind: "folder", slug };
  const at =
    folder === undefined && view.kind === "folder"
      ? ({ to: "/app", search: {} } as const)
      : linkTo(view);
  const toList = async () => {
    if (router.history.location.state.hasListBefore) router.history.back();
    else await navigate({ ...at, replace: true });
  };
  return {
    view,
    emailId,
    /** True if the emails are shown one at a time. */
    isTide,
    /** Returns the message that is open now, later than this was rendered. */
    openNow: (): string | null =>
      useOpening.getState().id ?? router.latestLocation.search.email ?? null,
    /** Opens a message in the shown folder; it replaces an open message in the history. */
    openEmail: (id: string) => {
      const isAtList = isMailPath(router.state.location.pathname) && emailId === null;
      const from = router.latestLocation.href;
      useOpening.setState({ id });
      // Back leaves a tide, whichever email is shown.
      const isReplacing = emailId !== null || isTide;
      follow({ id, isReplacing, hasListBefore: isAtList }, (to) => {
        const { href, search: now } = router.latestLocation;
        // The user has navigated away, or back to the message in the address.
        if (href !== from || now["email"] === to.id) return arrive();
        void navigate({
          ...at,
          search: { ...at.search, ...(isTide && { tide: true as const }), email: to.id },
          replace: to.isReplacing,
          state: to.isReplacing ? true : { hasListBefore: to.hasListBefore },
        });
      });
    },
    /** Returns to the list, like the browser's back button; in a tide, shows no email. */
    closeEmail: async () => {
      const isPending = following !== null && !following.isReplacing;
      following = null;
      arrive();
      // The address is still that of the list.
      if (isPending) return;
      if (!isTide) return toList();
      await navigate({
        ...at,
        search: { ...at.search, tide: true },
        replace: true,
        state: true,
      });
    },
    /** Shows the emails of the view one at a time. */
    startTide: () =>
      navigate({
        ...at,
        search: { ...at.search, tide: true },
        replace: emailId !== null,
        state: emailId === null ? { hasListBefore: true } : true,
      }),
    /** Returns from a tide to the list. */
    leaveTide: () => {
      following = null;
      arrive();
      return toList();
    },
    /** Shows another folder. */
    goTo: (next: MailView) => {
      following = null;
      arrive();
      return navigate(linkTo(next));
    },
  };
}

/** Returns the address of a view for links. The inbox has a second one, /app. */
export function linkTo(view: MailView) {
  switch (view.kind) {
    case "folder":
      return { to: "/app/$folder", params: { folder: view.slug }, search: {} } as const;
    case "own":
      return {
        to: "/app/folder/$folderId",
        params: { folderId: view.folderId },
        search: {},
      } as const;
    case "label":
      return { to: "/app/label/$label", params: { label: view.label }, search: {} } as const;
    case "search":
      return { to: "/app/search", search: { q: view.query } } as const;
  }
}
