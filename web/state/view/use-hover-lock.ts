import { useEffect, useState } from "react";

/** While the pointer moves on a row, the next click is meant for that row; a pointer that rests for long does not aim. */
const aimedAt = "#message-list [role='grid']:hover";
const restMs = 2000;

/**
 * Returns true if there is space for a line above the rows. `isWanted` is not known at first: until then the state of the last
 * visit applies, and later it changes only while the user does not aim at a row, which it would move.
 */
export function useCalmSpace(name: string, isWanted: boolean | undefined): boolean {
  const key = `inlet-room-${name}`;
  const [isOpen, setOpen] = useState(() => localStorage.getItem(key) === "open");
  useEffect(() => {
    if (isWanted === undefined) return undefined;
    if (isWanted) localStorage.setItem(key, "open");
    else localStorage.removeItem(key);
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
  }, [isWanted, isOpen, key]);
  return isOpen;
}
