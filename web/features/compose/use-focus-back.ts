import { useEffect } from "react";

/** Returns the focus to the element that had it before the form became inert. */
export function useFocusBack(isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return;
    const before = document.activeElement;
    return () => {
      // The focus fell back to an ancestor; anything else is the user's choice.
      const now = document.activeElement;
      if (before instanceof HTMLElement && (!now || now.contains(before))) before.focus();
    };
  }, [isInert]);
}
