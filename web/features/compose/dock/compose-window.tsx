import { limits } from "@inlet/contract/limits.ts";
import { Maximize2, Minimize2, Minus, X } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { ComposeForm } from "#/features/compose/compose-form.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { dockTexts } from "#/features/compose/dock/dock-texts.ts";
import { resizeWindow } from "#/features/compose/dock/windows.ts";
import { closeWindow, minimize } from "#/features/compose/drafts/composer.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { useWriting } from "#/features/compose/drafts/writing.ts";
import { useSending } from "#/features/compose/send/sending-state.ts";
import { cn } from "#/lib/class-names.ts";
import { useMedia } from "#/lib/use-media.ts";
import { IconButton } from "#/ui/icon-button.tsx";

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type Fill = "dock" | "large" | "screen";

const fills: Readonly<Record<Fill, string>> = {
  dock: "relative h-[min(40rem,calc(100dvh-5rem))] w-120 min-[75rem]:w-140 max-w-full shrink-0 rounded-t-card border border-b-0 border-line",
  large:
    "fixed inset-x-0 top-[7.5vh] mx-auto h-[85vh] w-190 max-w-[calc(100vw-2rem)] rounded-card border border-line",
  // On a phone notifications are above it: see toast-region.tsx.
  screen:
    "fixed inset-x-0 bottom-0 h-[calc(100dvh-var(--toast-room,0px))] pt-[env(safe-area-inset-top)]",
};

/**
 * A window in which a draft is written. The page behind stays usable while the window is docked; a large window, and one that
 * fills the screen of a phone, covers it.
 */
export function ComposeWindow(props: {
  draftKey: string;
  openedCount: number;
  isShown: boolean;
  /** True for the window that was opened last. */
  isNewest: boolean;
  fill: Fill;
  isInert: boolean;
  /** The window disappears while it has the focus. */
  onFocusLost: () => void;
}) {
  const { draftKey: key, isShown, isNewest, fill } = props;
  const draft = useWriting(({ drafts }) => drafts[key]);
  const isSending = useSending(({ keys }) => keys.includes(key));
  const isModal = isShown && fill !== "dock";
  const box = useRef<HTMLElement>(null);
  const to = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const isWritten = Boolean(draft?.to);
  useCoveredPage(isModal);
  const handleFocus = useWindowFocus({ ...props, isSending, box, first: isWritten ? text : to });
  // A narrow docked window reaches the place of the notifications.
  const isNarrow = useMedia(`(max-width: ${limits.twoPaneBreakpointPx - 1}px)`);
  if (!draft) return null;

  const subject = draft.subject.trim();
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
    // An open menu is outside of the window, and closes itself.
    if (!isWithin(event.currentTarget, event.target)) return;
    event.preventDefault();
    minimize(key);
  };
  return (
    <>
      {isShown && fill === "large" && (
        <div
          aria-hidden="true"
          onClick={() => resizeWindow(key, false)}
          className="pointer-events-auto fixed inset-0 bg-scrim transition-opacity duration-200 starting:opacity-0"
        />
      )}
      <section
        ref={box}
        role="dialog"
        aria-modal={isModal}
        aria-label={isNewest ? composeTexts.title : subject || composeTexts.outbox.noSubject}
        tabIndex={-1}
        inert={props.isInert}
        data-window
        data-open={isShown ? "" : undefined}
        data-docked={isShown && fill === "dock" ? "" : undefined}
        data-covers={isShown && isNarrow ? "" : undefined}
        onKeyDown={handleKeyDown}
        onFocus={handleFocus}
        className={cn(
          "pointer-events-auto flex flex-col overflow-hidden bg-raised text-ink shadow-dialog outline-none transition-[translate,opacity] duration-200 starting:translate-y-4 starting:opacity-0 short:overflow-y-auto short:overscroll-contain",
          fills[fill],
          !isShown && "hidden",
        )}
      >
        <ComposeForm
          draft={draft}
          to={to}
          text={text}
          head={
            <WindowHead
              draft={draft}
              fill={fill}
              onMinimize={() => minimize(key)}
              onResize={() => resizeWindow(key, fill === "dock")}
            />
          }
        />
      </section>
    </>
  );
}

/** The title of the window, which is the subject, and its buttons. */
function WindowHead(props: {
  draft: Draft;
  fill: Fill;
  onMinimize: () => void;
  onResize: () => void;
}) {
  const { draft, fill } = props;
  const isLarge = fill === "large";
  return (
    <header className="flex h-10 shrink-0 items-center border-b border-line bg-sunken/60 ps-5 pe-2 coarse:h-12">
      <p className="min-w-0 flex-1 truncate text-control font-semibold">
        {draft.subject.trim() || composeTexts.title}
      </p>
      {fill !== "screen" && (
        <>
          <IconButton
            label={dockTexts.minimize}
            icon={<Minus {...icon} />}
            onClick={props.onMinimize}
          />
          <IconButton
            label={isLarge ? dockTexts.shrink : dockTexts.expand}
            icon={isLarge ? <Minimize2 {...icon} /> : <Maximize2 {...icon} />}
            onClick={props.onResize}
          />
        </>
      )}
      <IconButton
        label={composeTexts.close}
        icon={<X {...icon} />}
        onClick={() => closeWindow(draft.key)}
      />
    </header>
  );
}

/** Keeps keys and screen readers out of the page while a window covers it. */
function useCoveredPage(isCovered: boolean): void {
  useLayoutEffect(() => {
    const page = document.getElementById("root");
    if (!isCovered || !page) return;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, [isCovered]);
}

/**
 * Moves the focus into the window when it opens, to the field that had it last, and out of it when it disappears. Returns the
 * handler that notes the field.
 */
function useWindowFocus(options: {
  openedCount: number;
  isShown: boolean;
  isNewest: boolean;
  isSending: boolean;
  box: React.RefObject<HTMLElement | null>;
  first: React.RefObject<HTMLElement | null>;
  onFocusLost: () => void;
}) {
  const { openedCount, isShown, isNewest, isSending, box, first } = options;
  const last = useRef<HTMLElement>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => {
    if (!isShown || !isNewest) return;
    const field = last.current?.isConnected ? last.current : first.current;
    field?.focus();
    if (!isWithin(box.current, document.activeElement)) box.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each time that the window opens
  }, [openedCount, isShown]);
  useEffect(() => {
    // The form becomes inert: without the focus the window would get no keys.
    if (isSending && isWithin(box.current, document.activeElement)) box.current?.focus();
  }, [isSending, box]);
  useLayoutEffect(() => {
    const own = box.current;
    if (!isShown) return;
    return () => {
      const now = document.activeElement;
      if (now === document.body || isWithin(own, now)) latest.current.onFocusLost();
    };
  }, [isShown, box]);
  return ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (
      target !== currentTarget &&
      target instanceof HTMLElement &&
      isWithin(currentTarget, target)
    )
      last.current = target;
  };
}

function isWithin(outer: Element | null, inner: EventTarget | null): boolean {
  return outer !== null && inner instanceof Node && outer.contains(inner);
}
