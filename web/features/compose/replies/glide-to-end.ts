const durationMs = 200;

/** Scrolls a pane to its end, at once if the user prefers less motion. A user who scrolls meanwhile stops it. */
export function glideToEnd(pane: HTMLElement): void {
  const fromPx = pane.scrollTop;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    pane.scrollTop = pane.scrollHeight;
    return;
  }
  const over = new AbortController();
  const { signal } = over;
  for (const type of ["wheel", "touchmove", "pointerdown"])
    pane.addEventListener(type, () => over.abort(), { signal, passive: true });
  const startMs = performance.now();
  const step = (nowMs: number) => {
    if (signal.aborted) return;
    const part = Math.min(Math.max(nowMs - startMs, 0) / durationMs, 1);
    // The content may grow meanwhile.
    const toPx = pane.scrollHeight - pane.clientHeight;
    pane.scrollTop = fromPx + (toPx - fromPx) * (1 - (1 - part) ** 3);
    if (part < 1) requestAnimationFrame(step);
    else over.abort();
  };
  requestAnimationFrame(step);
}
