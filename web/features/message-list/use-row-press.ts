import { type MouseEvent, type PointerEvent, useRef } from "react";

const longPressMs = 500;
const movedPx = 10;

/**
 * Handles clicks and touches on a row: a click opens it, with Shift or Ctrl it selects, the secondary button opens the menu. A
 * long press selects, and while something is selected a touch extends the selection.
 */
export function useRowPress(row: {
  id: string;
  isSelecting: boolean;
  handlers: {
    onOpen: (id: string) => void;
    onSelect: (id: string, isRange: boolean) => void;
    onMenu: (id: string, at: { x: number; y: number; isOfClassification?: boolean }) => void;
  };
}) {
  const { handlers } = row;
  const press = useRef({ timer: 0, x: 0, y: 0, isTouch: false, wasLong: false, isOnBadge: false });
  const cancelTimer = () => clearTimeout(press.current.timer);
  return {
    onPointerDown: ({ pointerType, target, clientX: x, clientY: y }: PointerEvent) => {
      const isTouch = pointerType === "touch";
      // If the list is refreshed before the release, the click's target is the row.
      const isOnBadge =
        target instanceof Element && target.closest("[data-classification]") !== null;
      const select = () => {
        press.current.wasLong = true;
        handlers.onSelect(row.id, false);
      };
      cancelTimer();
      const timer = isTouch ? window.setTimeout(select, longPressMs) : 0;
      press.current = { timer, x, y, isTouch, wasLong: false, isOnBadge };
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { x, y } = press.current;
      if (Math.hypot(clientX - x, clientY - y) > movedPx) cancelTimer();
    },
    onPointerUp: cancelTimer,
    onPointerCancel: cancelTimer,
    onClick: (event: MouseEvent) => {
      const { isTouch, wasLong, isOnBadge } = press.current;
      if (wasLong) return;
      if (event.shiftKey) handlers.onSelect(row.id, true);
      else if (event.ctrlKey || event.metaKey || (isTouch && row.isSelecting))
        handlers.onSelect(row.id, false);
      else if (isOnBadge) {
        handlers.onMenu(row.id, { x: event.clientX, y: event.clientY, isOfClassification: true });
      } else handlers.onOpen(row.id);
    },
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      // A long press fires this event too.
      if (press.current.isTouch) return;
      const { clientX: x, clientY: y } = event;
      const open = () => handlers.onMenu(row.id, { x, y });
      // On systems that fire this event while the button is down, its release would close the menu just opened.
      if (event.buttons === 0) open();
      else window.addEventListener("pointerup", () => setTimeout(open), { once: true });
    },
  };
}
