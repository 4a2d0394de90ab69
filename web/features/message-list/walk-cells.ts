import type { KeyboardEvent } from "react";
import { isRightToLeft } from "#/lib/direction.ts";

/**
 * Moves the focus with the arrow keys from a row into its buttons and back. Keys that activate a button do not propagate, because
 * they would open the message.
 */
export function walkCells(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: row, target } = event;
  if (target !== row && (key === "Enter" || key === " ")) return event.stopPropagation();
  const isHeld = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
  if (isHeld || (key !== "ArrowRight" && key !== "ArrowLeft")) return;
  const by = (key === "ArrowRight") === isRightToLeft(row) ? -1 : 1;
  const buttons = [...row.querySelectorAll<HTMLElement>("button")];
  const cells = [
    row,
    ...buttons.filter((button) => button.checkVisibility({ visibilityProperty: true })),
  ];
  const at = cells.findIndex((cell) => cell === target);
  event.preventDefault();
  cells[Math.min(Math.max(at + by, 0), cells.length - 1)]?.focus();
}
