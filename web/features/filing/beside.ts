import { limits } from "@inlet/contract/limits.ts";
import { filingTexts } from "#/features/filing/filing-texts.ts";
import { isRightToLeft } from "#/lib/direction.ts";
import type { Beside } from "#/ui/dialog.tsx";

const gapPx = 6;
const edgePx = 8;
const widthPx = 320;
/** With less height, the question is in the middle of the window. */
const minHeightPx = 300;
/** The most that a popover takes: see ui/dialog.tsx. */
const maxHeightPx = 448;
/** A row is as wide as the list: the question is below the beginning of its text. */
const rowInsetPx = 24;

/**
 * Returns the position beside the button that asked: the one with the focus, else the one in a toolbar, else the row of the
 * message. Null on a phone, and if there is no space.
 */
export function besideButton(
  action: keyof typeof filingTexts.actions,
  emailId: string | undefined,
): Beside | null {
  if (innerWidth < limits.mobileBreakpointPx) return null;
  const anchor = anchorOf(filingTexts.actions[action], emailId);
  if (!anchor) return null;
  const box = anchor.getBoundingClientRect();
  const above = box.top - gapPx - edgePx;
  const below = innerHeight - box.bottom - gapPx - edgePx;
  const isBelow = below >= Math.min(above, maxHeightPx);
  const heightPx = Math.max(isBelow ? below : above, 0);
  if (heightPx < minHeightPx) return null;
  const { clientWidth } = document.documentElement;
  const insetPx = anchor.role === "row" ? rowInsetPx : 0;
  const startPx = (isRightToLeft(anchor) ? clientWidth - box.right : box.left) + insetPx;
  const maxStartPx = clientWidth - widthPx - edgePx;
  return {
    "--at-top": isBelow ? `${box.bottom + gapPx}px` : "auto",
    "--at-bottom": isBelow ? "auto" : `${innerHeight - box.top + gapPx}px`,
    "--at-start": `${Math.max(edgePx, Math.min(startPx, maxStartPx))}px`,
    "--at-height": `${heightPx}px`,
  };
}

/** The open message with its actions, and the actions on the selection. */
const bars = "#message, [role='toolbar']";

function anchorOf(name: string, emailId: string | undefined): Element | null {
  const { activeElement: holder } = document;
  const isOfMail = holder?.matches("button") && holder.closest(`${bars}, [role='row']`);
  if (holder && isOfMail && isShown(holder)) return holder;
  const buttons = [...document.querySelectorAll("button")].filter((each) => each.closest(bars));
  const named = buttons.find((button) => button.ariaLabel === name && isShown(button));
  if (named) return named;
  const row = document.querySelector(`[role='row'][data-email='${CSS.escape(emailId ?? "")}']`);
  return row && isShown(row) ? row : null;
}

function isShown(element: Element): boolean {
  const { width, top, bottom } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
}
