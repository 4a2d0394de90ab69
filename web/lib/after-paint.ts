/** Runs `task` once what stands in the page now has been painted, so that it does not delay the paint. */
export function afterPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(task));
}
