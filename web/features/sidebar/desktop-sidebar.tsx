import { limits } from "@inlet/contract/limits.ts";
import { type FocusEvent, type ReactNode, useLayoutEffect, useState } from "react";
import { PinButton, SidebarContent } from "#/features/sidebar/sidebar.tsx";
import { cn } from "#/lib/class-names.ts";
import { useMedia } from "#/lib/use-media.ts";

const storageKey = "inlet-sidebar";

/** The sidebar at the start edge: pinned open, or narrow and expanding over the page under pointer or focus. */
export function DesktopSidebar(props: {
  /** True beside the settings, which have a list of their own: a window with one pane has no space for both. */
  isBesidePages: boolean;
  hasNoAccounts: boolean;
  onCompose: () => void;
  status: (isNarrow: boolean) => ReactNode;
}) {
  const [kept, keep] = useState(() => localStorage.getItem(storageKey));
  const [isNear, setNear] = useState(false);
  const hasTwoPanes = useMedia(`(min-width: ${limits.twoPaneBreakpointPx}px)`);
  const isWide = useMedia(`(min-width: ${limits.sidebarBreakpointPx}px)`);
  const canPin = hasTwoPanes || !props.isBesidePages;
  const isPinned = canPin && (kept === null ? isWide && !props.hasNoAccounts : kept === "pinned");
  const isNarrow = !isPinned && !isNear;
  const widthOf = (isSmall: boolean) =>
    isSmall ? limits.sidebarCollapsedPx : limits.sidebarOpenPx;
  const roomPx = widthOf(!isPinned);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.setProperty("--sidebar-room", `${roomPx}px`);
    return () => void style.removeProperty("--sidebar-room");
  }, [roomPx]);
  const change = (next: boolean) => {
    const value = next ? "pinned" : "narrow";
    localStorage.setItem(storageKey, value);
    keep(value);
    setNear(false);
  };
  const handleBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setNear(false);
  };
  const handleFocus = (event: FocusEvent) => {
    // A click on an icon of the narrow sidebar must not expand it; Tab does.
    if (event.target.matches(":focus-visible")) setNear(true);
  };
  return (
    <div
      className="relative h-full shrink-0 transition-[width] duration-200"
      style={{ width: roomPx }}
    >
      <div
        onPointerEnter={(event) => event.pointerType === "mouse" && setNear(true)}
        onPointerLeave={() => setNear(false)}
        onFocus={handleFocus}
        onBlur={handleBlur}
        style={{ width: widthOf(isNarrow) }}
        className={cn(
          "absolute inset-y-0 start-0 z-20 flex flex-col overflow-hidden border-e border-line bg-canvas transition-[width,box-shadow] duration-200",
          !isPinned && isNear && "shadow-menu",
        )}
      >
        <SidebarContent
          isNarrow={isNarrow}
          hasNoAccounts={props.hasNoAccounts}
          onCompose={props.onCompose}
          status={props.status}
          footer={canPin && <PinButton isPinned={isPinned} isNarrow={isNarrow} onChange={change} />}
        />
      </div>
    </div>
  );
}
