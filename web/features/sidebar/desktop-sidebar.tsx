import { type FocusEvent, type ReactNode, useLayoutEffect, useState } from "react";
import { PinButton, SidebarContent } from "#/features/sidebar/sidebar.tsx";
import { cn } from "#/lib/class-names.ts";

const storageKey = "inlet-sidebar";

/** The sidebar at the start edge: pinned open, or narrow and expanding over the page under pointer or focus. */
export function DesktopSidebar(props: {
  openPx: number;
  narrowPx: number;
  /** Default for a user who has not chosen. */
  isPinnedByDefault: boolean;
  hasNoAccounts: boolean;
  onCompose: () => void;
  status: (isNarrow: boolean) => ReactNode;
}) {
  const [kept, keep] = useState(() => localStorage.getItem(storageKey));
  const [isNear, setNear] = useState(false);
  const isPinned = kept === null ? props.isPinnedByDefault : kept === "pinned";
  const isNarrow = !isPinned && !isNear;
  const roomPx = isPinned ? props.openPx : props.narrowPx;
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
        style={{ width: isNarrow ? props.narrowPx : props.openPx }}
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
          footer={<PinButton isPinned={isPinned} isNarrow={isNarrow} onChange={change} />}
        />
      </div>
    </div>
  );
}
