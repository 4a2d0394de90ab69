import { Archive, Clock, Inbox, type LucideIcon, Mail, MailOpen, Trash2 } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { cn } from "#/lib/class-names.ts";
import type { Choice } from "#/screens/mail/action-styles.tsx";
import { type FiledList, type Filing, useFiling } from "#/screens/mail/use-filing.ts";
import { isOffered } from "#/state/changes/mail-actions.ts";
import { usePreference } from "#/state/session/preferences.ts";

/** Distance by which a row has to be swiped to count. */
const enoughPx = 64;
/** Below this distance the gesture may still be a scroll. */
const undecidedPx = 10;
const springBack = {
  duration: 280,
  // A spring: slightly overshoots, and returns.
  easing: "linear(0, .35 12%, .78 28%, 1.02 44%, 1.05 54%, 1.01 72%, 1)",
} as const;

interface Strip {
  grid: Element;
  choice: Choice;
  isRight: boolean;
  isEnough: boolean;
  place: string;
}

/** Swiping a row applies the action that the user chose for that direction. Keys and buttons offer the same actions. */
export function Swipes({ list }: { list: FiledList }) {
  const filing = useFiling(list);
  const chosen = { right: usePreference("swipeRight"), left: usePreference("swipeLeft") };
  const drawn = useRef<{ row: HTMLElement; x: number; y: number; isDrawn: boolean } | null>(null);
  const isClickMeant = useRef(true);
  const [strip, setStrip] = useState<Strip | null>(null);

  const choiceOf = (row: HTMLElement, isRight: boolean): Choice | null =>
    choiceFor(chosen[isRight ? "right" : "left"], { filing, id: row.dataset["email"] ?? "" });
  const release = (isBack: boolean) => {
    const row = drawn.current?.row;
    drawn.current = null;
    setStrip(null);
    if (!row) return;
    const from = row.style.translate;
    row.style.translate = "";
    row.style.zIndex = "";
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (isBack && from && !isStill) row.animate([{ translate: from }, {}], springBack);
  };
  const handleDown = useEffectEvent((event: PointerEvent) => {
    isClickMeant.current = true;
    const target = event.target instanceof Element ? event.target : null;
    const row = target?.closest<HTMLElement>("#message-list [role='grid'] [data-email]");
    if (event.pointerType !== "touch" || !event.isPrimary || !row) return;
    drawn.current = { row, x: event.clientX, y: event.clientY, isDrawn: false };
  });
  const handleMove = useEffectEvent((event: PointerEvent) => {
    const now = drawn.current;
    if (!now || !event.isPrimary) return;
    const [byX, byY] = [event.clientX - now.x, event.clientY - now.y];
    if (!now.isDrawn) {
      if (Math.abs(byY) > undecidedPx && Math.abs(byY) >= Math.abs(byX)) drawn.current = null;
      if (Math.abs(byX) <= undecidedPx || Math.abs(byX) < Math.abs(byY)) return;
      now.isDrawn = true;
      isClickMeant.current = false;
      now.row.setPointerCapture(event.pointerId);
    }
    const isRight = byX > 0;
    const choice = choiceOf(now.row, isRight);
    const grid = now.row.parentElement;
    now.row.style.translate = `${choice ? withResistance(byX) : byX / 8}px 0`;
    now.row.style.zIndex = "2";
    if (!choice || !grid) return setStrip(null);
    const isEnough = Math.abs(byX) >= enoughPx;
    if (isEnough && strip?.isEnough === false) navigator.vibrate?.(8);
    setStrip({ grid, choice, isRight, isEnough, place: now.row.style.transform });
  });
  const handleUp = useEffectEvent(() => {
    const row = drawn.current?.row;
    const done = strip?.isEnough && row ? strip.choice : null;
    const isAsking = done === "snooze";
    release(done === null || isAsking);
    if (!done || !row) return;
    const of = { ids: [row.dataset["email"] ?? ""], isAll: false };
    if (done === "snooze") filing.ask(done, of);
    else if (done !== "move" && done !== "copy" && done !== "label") filing.act(done, of);
  });
  const handleCancel = useEffectEvent(() => release(true));
  const handleClick = useEffectEvent((event: Event) => {
    if (isClickMeant.current) return;
    isClickMeant.current = true;
    event.stopPropagation();
    event.preventDefault();
  });
  useEffect(() => {
    const listeners = new AbortController();
    const { signal } = listeners;
    document.addEventListener("pointerdown", handleDown, { signal });
    document.addEventListener("pointermove", handleMove, { signal });
    document.addEventListener("pointerup", handleUp, { signal });
    document.addEventListener("pointercancel", handleCancel, { signal });
    // A swipe does not click.
    document.addEventListener("click", handleClick, { signal, capture: true });
    return () => listeners.abort();
  }, []);
  return strip && createPortal(<Ground {...strip} />, strip.grid);
}

/** The icon of each action, and its color: on the quiet ground before the swipe counts, and as the ground after that. */
const looks: Partial<Record<Choice, { icon: LucideIcon; ink: string; ground: string }>> = {
  archive: { icon: Archive, ink: "text-success", ground: "bg-success text-surface" },
  inbox: { icon: Inbox, ink: "text-success", ground: "bg-success text-surface" },
  snooze: { icon: Clock, ink: "text-warn", ground: "bg-warn text-surface" },
  trash: { icon: Trash2, ink: "text-danger", ground: "bg-danger text-surface" },
  deleteForever: { icon: Trash2, ink: "text-danger", ground: "bg-danger text-surface" },
  read: { icon: MailOpen, ink: "text-accent-ink", ground: "bg-accent text-on-accent" },
  unread: { icon: Mail, ink: "text-accent-ink", ground: "bg-accent text-on-accent" },
};

/** Background that appears behind a swiped row. */
function Ground({ choice, isRight, isEnough, place }: Strip) {
  const look = looks[choice];
  if (!look) return null;
  const Icon = look.icon;
  return (
    <div
      aria-hidden="true"
      className={cn(
        "pointer-events-none absolute inset-x-0 top-0 flex h-(--row) items-center gap-2 px-5 text-control font-medium transition-colors duration-[140ms]",
        isEnough ? look.ground : `bg-sunken ${look.ink}`,
      )}
      // Physical sides, whatever the text direction: the finger swipes right or left.
      style={{ transform: place, direction: isRight ? "ltr" : "rtl" }}
    >
      <Icon
        size={18}
        strokeWidth={1.75}
        className={cn("transition-[scale]", isEnough && "scale-115")}
      />
      <bdi>{filingTexts.actions[choice].replace("…", "")}</bdi>
    </div>
  );
}

/** Returns the action of a swipe for this message in this view; null for none. */
function choiceFor(
  chosen: "archive" | "snooze" | "delete" | "read" | "none",
  { filing, id }: { filing: Filing; id: string },
): Choice | null {
  const { view } = filing;
  switch (chosen) {
    case "none":
      return null;
    case "read":
      return filing.some("isSeen", false, { ids: [id], isAll: false }) ? "read" : "unread";
    case "delete":
      return isOffered(view, "trash") ? "trash" : "deleteForever";
    case "snooze":
      return isOffered(view, "snooze") ? "snooze" : null;
    case "archive":
      if (isOffered(view, "archive")) return "archive";
      return isOffered(view, "inbox") ? "inbox" : null;
  }
}

/** Follows the finger up to the threshold, and then less and less. */
function withResistance(byPx: number): number {
  const beyond = Math.max(Math.abs(byPx) - enoughPx, 0);
  return Math.sign(byPx) * (Math.min(Math.abs(byPx), enoughPx) + beyond * 0.55);
}
