import { RotateCw } from "lucide-react";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { listTexts } from "#/features/message-list/list-texts.ts";
import { useSync } from "#/features/message-list/use-sync.ts";
import { cn } from "#/lib/class-names.ts";
import { useAccounts } from "#/state/view/active-account.ts";
import { LiveRegion } from "#/ui/live-region.tsx";

/** Distance by which the list has to be pulled. */
const enoughPx = 56;
const maxPx = 80;
const circlePx = 36;

/** Checks the mail servers for new messages when the list is pulled at its top, as its button does. */
export function PullToRefresh() {
  const { activeId } = useAccounts();
  const { mutate, isPending } = useSync(activeId);
  const start = useRef<{ pane: HTMLElement; x: number; y: number } | null>(null);
  const [pull, setPull] = useState<{ pane: HTMLElement; px: number } | null>(null);

  const handleStart = useEffectEvent((event: TouchEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    const pane = target?.closest("#message-list [role='grid']")?.parentElement;
    const [touch, another] = event.touches;
    const isAtTop = pane && touch && !another && pane.scrollTop <= 0 && !isPending;
    start.current = isAtTop ? { pane, x: touch.clientX, y: touch.clientY } : null;
  });
  const handleMove = useEffectEvent((event: TouchEvent) => {
    const [touch] = event.touches;
    if (!start.current || !touch) return;
    const { pane, x, y } = start.current;
    const byY = touch.clientY - y;
    const isAside = Math.abs(touch.clientX - x) > Math.abs(byY);
    if (pull === null && (isAside || byY <= 0 || pane.scrollTop > 0)) {
      if (Math.abs(byY) > 4) start.current = null;
      return;
    }
    setPull({ pane, px: Math.min(Math.max(byY / 2, 0), maxPx) });
  });
  const handleEnd = useEffectEvent(() => {
    if (pull && pull.px >= enoughPx) mutate();
    start.current = null;
    setPull(null);
  });
  useEffect(() => {
    const listeners = new AbortController();
    const options = { signal: listeners.signal, passive: true };
    document.addEventListener("touchstart", handleStart, options);
    document.addEventListener("touchmove", handleMove, options);
    document.addEventListener("touchend", handleEnd, options);
    document.addEventListener("touchcancel", handleEnd, options);
    return () => listeners.abort();
  }, []);
  const px = pull?.px ?? (isPending ? enoughPx : 0);
  const pane = pull?.pane ?? document.querySelector("#message-list [role='grid']")?.parentElement;
  const isPulled = pull !== null;
  useLayoutEffect(() => {
    // The rows and the footer; the circle is beside them.
    const parts = [pane?.firstElementChild, pane?.firstElementChild?.nextElementSibling];
    for (const part of parts) {
      if (!(part instanceof HTMLElement)) continue;
      // Follows the finger at once, and glides back after it.
      part.style.transition = isPulled ? "none" : "translate 280ms cubic-bezier(0.2, 0.8, 0.2, 1)";
      part.style.translate = px > 0 ? `0 ${px}px` : "";
    }
  }, [pane, px, isPulled]);
  return (
    <>
      <LiveRegion>{isPending ? listTexts.refreshing : ""}</LiveRegion>
      {px > 0 &&
        pane &&
        createPortal(
          <div
            aria-hidden="true"
            className="pointer-events-none absolute inset-x-0 top-0 z-4 flex justify-center"
            // In the middle of the space above the rows.
            style={{
              translate: `0 ${(px - circlePx) / 2}px`,
              opacity: Math.min(px / enoughPx, 1),
            }}
          >
            <span
              className={cn(
                "grid size-9 place-items-center rounded-full border border-line bg-raised shadow-menu",
                px >= enoughPx ? "text-accent-ink" : "text-ink-3",
              )}
            >
              <RotateCw
                size={16}
                strokeWidth={1.75}
                className={cn(isPending && "animate-turn")}
                style={isPending ? undefined : { rotate: `${px * 4}deg` }}
              />
            </span>
          </div>,
          pane,
        )}
    </>
  );
}
