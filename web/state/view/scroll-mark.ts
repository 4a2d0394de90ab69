/** A shorter movement is not a decision of the finger. */
const decidedPx = 8;
/** At the top, everything is shown. */
const topPx = 64;
/** Shown bars take space from a pane at its end, which then still counts as its end. */
const nearEndPx = 160;

const page = () => document.documentElement;

/** Removes the mark, and bars and buttons return: another list or message begins at its top. */
export function clearScrollMark(): void {
  delete page().dataset["scrolled"];
}

/**
 * Marks the page with `data-scrolled` once its list or message is scrolled down: "down", and "end" at the end. The style sheet moves
 * bars and buttons out of the way. Scrolling up removes the mark, and so does the focus of a control outside of the content.
 */
export function markScrolling(): () => void {
  const positions = new WeakMap<Element, number>();
  const handleScroll = ({ target: pane }: Event) => {
    if (!(pane instanceof HTMLElement) || !pane.closest("#main")) return;
    const { scrollTop, scrollHeight, clientHeight } = pane;
    const restPx = scrollHeight - clientHeight - scrollTop;
    const byPx = scrollTop - (positions.get(pane) ?? 0);
    const wasAtEnd = page().dataset["scrolled"] === "end";
    const isAtEnd = restPx < decidedPx || (wasAtEnd && byPx > 0 && restPx < nearEndPx);
    if (Math.abs(byPx) < decidedPx && !isAtEnd) return;
    positions.set(pane, scrollTop);
    if (scrollTop <= topPx || (byPx < 0 && !isAtEnd)) clearScrollMark();
    else page().dataset["scrolled"] = isAtEnd ? "end" : "down";
  };
  const handleFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest("[role=grid], article")) clearScrollMark();
  };
  const over = new AbortController();
  const { signal } = over;
  document.addEventListener("scroll", handleScroll, { signal, capture: true, passive: true });
  document.addEventListener("focusin", handleFocus, { signal });
  return () => {
    over.abort();
    clearScrollMark();
  };
}
