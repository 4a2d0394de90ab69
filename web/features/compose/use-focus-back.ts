import { useEffect } from "react";

/** Gives the focus back to what had it before the form became inert. */
export function useFocusBack(isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return;
    const before = document.activeElement;
    return () => {
      // Where it fell to is around it; elsewhere the person has put it.
      const now = document.activeElement;
      if (before instanceof HTMLElement && (!now || now.contains(before))) before.focus();
    };
  }, [isInert]);
}
