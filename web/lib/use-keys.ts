import { useEffect, useEffectEvent } from "react";

/** What a key does, by its name: `j`, `Enter`, `Shift+U`. */
export type KeyMap = Readonly<Record<string, () => void>>;

/** Single-key shortcuts of the whole page: never while something is typed, a dialog is open, or a modifier is held. */
export function useKeys(keys: KeyMap): void {
  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey || isTaken(event.target)) return;
    const action = keys[keyName(event.key, event.shiftKey)];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener("keydown", handleKeyDown);
    return () => window.removeEventListener("keydown", handleKeyDown);
  }, []);
}

/** The name of a key in a KeyMap; letters are named in lower case unless Shift is held. */
function keyName(key: string, isShift: boolean): string {
  if (!/^[a-z]$/i.test(key)) return key;
  return isShift ? `Shift+${key.toUpperCase()}` : key.toLowerCase();
}

const typed = "input, textarea, select, [contenteditable='true']";
const modal = "[role='dialog'], [role='alertdialog'], [role='menu'], [role='listbox']";

/** A toast is a dialog to its library, but takes no key from the page. */
const open = ":is([role='dialog'], [role='alertdialog']):not([aria-modal='false'])";

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector(open)) return true;
  return target instanceof Element && target.closest(`${typed}, ${modal}`) !== null;
}
