import { useEffect, useState } from "react";

/** While the pointer moves on a row, the next click is meant for that row; a pointer that rests for long does not aim. */
const aimedAt = "#message-list [role='grid']:hover";
const restMs = 2000;

/** A line above the rows. */
type Line = "tabs" | "brief";

/**
 * Returns true if a line above the rows keeps its space while it is not known whether it is shown. If it was not shown at the last
 * visit, it has none; the brief may be shown again on another day.
 */
export function hasKeptSpace(line: Line): boolean {
  return localStorage.getItem(keyOf(line)) !== closedAs(line);
}

/**
 * Returns true if there is space for a line above the rows. `isWanted` is not known at first: until then the state of the last
 * visit applies, and later it changes only while the user does not aim at a row, which it would move.
 */
export function useCalmSpace(line: Line, isWanted: boolean | undefined): boolean {
  const [isOpen, setOpen] = useState(() => isWanted ?? hasKeptSpace(line));
  useEffect(() => {
    if (isWanted === undefined) return undefined;
    localStorage.setItem(keyOf(line), isWanted ? "open" : closedAs(line));
    if (isWanted === isOpen) return undefined;
    let rest = 0;
    const settle = () => {
      clearTimeout(rest);
      if (!document.querySelector(aimedAt)) setOpen(isWanted);
      else rest = window.setTimeout(() => setOpen(isWanted), restMs);
    };
    settle();
    document.addEventListener("pointermove", settle, { passive: true });
    return () => {
      clearTimeout(rest);
      document.removeEventListener("pointermove", settle);
    };
  }, [isWanted, isOpen, line]);
  return isOpen;
}

function keyOf(line: Line): string {
  return `inlet-room-${line}`;
}

function closedAs(line: Line): string {
  return line === "brief" ? new Date().toDateString() : "closed";
}
