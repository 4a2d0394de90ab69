import { limits } from "@inlet/contract/limits.ts";
import { useQueryClient } from "@tanstack/react-query";
import { type FocusEvent, useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { ComposeTabs } from "#/features/compose/dock/compose-tabs.tsx";
import { ComposeWindow } from "#/features/compose/dock/compose-window.tsx";
import { endPx, gapPx, windowPx } from "#/features/compose/dock/windows.ts";
import {
  compose,
  fitToPage,
  restoreWriting,
  saveThroughChanges,
} from "#/features/compose/drafts/composer.ts";
import { useWriting } from "#/features/compose/drafts/writing.ts";
import { draftOfMailto } from "#/features/compose/recipients/mailto.ts";
import { useMedia } from "#/lib/use-media.ts";
import { besidePx, useAssistantPanel } from "#/state/view/assistant-panel.ts";

/**
 * The windows in which messages are written, side by side at the bottom of the page, which stays usable. Also restores the drafts
 * of an earlier visit.
 */
export function ComposeDock() {
  useRestoredWriting();
  const windows = useWriting((writing) => writing.windows);
  const isOnPhone = useMedia(`(max-width: ${limits.mobileBreakpointPx - 1}px)`);
  const assistant = useAssistantPanel(({ state }) => state);
  const isBeside = useMedia(`(min-width: ${besidePx}px)`);
  /** The element of the page that had the focus before a window took it. */
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    window.addEventListener("resize", fitToPage);
    return () => window.removeEventListener("resize", fitToPage);
  }, []);
  useEffect(fitToPage, [assistant]);
  if (windows.length === 0) return null;

  const newest = windows.findLast(({ isMinimized }) => !isMinimized);
  const isLarge = !isOnPhone && Boolean(newest?.isLarge);
  const isDocked = newest !== undefined && !isLarge;
  const isPageCovered = isLarge || (isOnPhone && newest !== undefined);
  const handleFocus = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && pageRoot()?.contains(relatedTarget))
      before.current = relatedTarget;
  };
  return createPortal(
    <div
      onFocus={handleFocus}
      className="pointer-events-none fixed bottom-0 z-35 flex flex-wrap items-end justify-end"
      style={{
        gap: gapPx,
        insetInlineStart: "calc(var(--sidebar-room, 0px) + 1rem)",
        insetInlineEnd: `min(${endPx(assistant, { isBeside, isDocked })}px, 100vw - ${windowPx.narrow + 2 * gapPx}px)`,
      }}
    >
      {!isOnPhone && <ComposeTabs windows={windows} isInert={isPageCovered} />}
      {windows.map((each) => {
        const isNewest = each.key === newest?.key;
        return (
          <ComposeWindow
            key={each.key}
            draftKey={each.key}
            openedCount={each.openedCount}
            isShown={!each.isMinimized && (isNewest || !isOnPhone)}
            isNewest={isNewest}
            fill={isOnPhone ? "screen" : isLarge && isNewest ? "large" : "dock"}
            isInert={isPageCovered && !isNewest}
            onFocusLost={() => restoreFocus(before.current)}
          />
        );
      })}
    </div>,
    document.body,
  );
}

/** Returns the element that contains the page, but no window and no menu. */
function pageRoot(): HTMLElement | null {
  return document.getElementById("root");
}

function restoreFocus(before: HTMLElement | null): void {
  before?.focus({ preventScroll: true });
  // A row may have left the list since.
  if (!before || document.activeElement !== before) document.getElementById("main")?.focus();
}

function useRestoredWriting(): void {
  const client = useQueryClient();
  useEffect(() => {
    void import("#/features/compose/send/send-draft.ts").then(
      ({ sendWaiting }) => sendWaiting(client),
      () => undefined,
    );
    void restoreWriting().then(writeToLink);
    return saveThroughChanges(client);
  }, [client]);
}

/**
 * Opens a draft if the page was opened with a `mailto:` link, and removes the link from the URL: the next load must not open it.
 */
function writeToLink(): void {
  const { pathname, search } = window.location;
  const url = new URLSearchParams(search).get("compose");
  if (!url?.toLowerCase().startsWith("mailto:")) return;
  window.history.replaceState(window.history.state, "", pathname);
  compose(draftOfMailto(url));
}
