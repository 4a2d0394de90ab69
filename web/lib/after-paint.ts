/** Runs `task` after the current content of the page has been painted, to not delay the paint. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
