import type { KeyboardEvent } from "react";
import { isRightToLeft } from "#/lib/direction.ts";

/**
 * Walks with the arrows from a row into its buttons and back. Keys that press a button are not heard further out, where
 * they would open the mail.
 */
export function walkCells(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: row, target } = event;
  if (target !== row && (key === "Enter" || key === " ")) return event.stopPropagation();
  const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (isHeld || (key !== "ArrowRight" && key !== "ArrowLeft")) return;
  const by = (key === "ArrowRight") === isRightToLeft(row) ? -1 : 1;
  const cells = [row, ...row.querySelectorAll<HTMLElement>("button")];
  const at = cells.findIndex((cell) => cell === target);
  event.preventDefault();
  cells[Math.min(Math.max(at + by, 0), cells.length - 1)]?.focus();
}
