import { useEffect, useState } from "react";

/** Where the pointer moves on a row, the next press is meant for that row; where it rests for long nobody aims. */
const aimedAt = "#message-list [role='grid']:hover";
const restMs = 2000;

/**
 * Whether there is room for a line above the rows. `isWanted` is not known at first: until then there is room where there
 * was when the page was left, and later it comes and goes only while nobody aims at a row, which it would move.
 */
export function useCalmRoom(name: string, isWanted: boolean | undefined): boolean {
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
