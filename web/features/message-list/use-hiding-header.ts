import { useEffect } from "react";

/** A shorter movement is not a decision of the finger. */
const decidedPx = 8;
/** At the top of the list, the header always stays. */
const topPx = 64;

/** Marks the list of a phone while it is scrolled down: its header moves out of the window, and returns when it is scrolled up. */
export function useHidingHeader(isPhone: boolean, listKey: string): void {
  useEffect(() => {
    const list = document.getElementById("message-list");
    if (!isPhone || !list) return;
    let beforePx = 0;
    const show = () => delete list.dataset["scrolled"];
    const handleScroll = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return;
      const byPx = target.scrollTop - beforePx;
      if (Math.abs(byPx) < decidedPx) return;
      beforePx = target.scrollTop;
      if (byPx > 0 && beforePx > topPx) list.dataset["scrolled"] = "";
      else show();
    };
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.closest("header")) show();
    };
    const over = new AbortController();
    const { signal } = over;
    list.addEventListener("scroll", handleScroll, { signal, capture: true, passive: true });
    list.addEventListener("focusin", handleFocus, { signal });
    return () => {
      over.abort();
      show();
    };
  }, [isPhone, listKey]);
}
