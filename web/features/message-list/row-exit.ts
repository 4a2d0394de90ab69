import { isRightToLeft } from "#/lib/direction.ts";

const slidePx = 24;
const exitMs = 120;
const settleMs = 280;
const exitsShown = 20;

/** Animates rows that leave the list: they slide out, and those below close up. Call it before they leave. */
export function slideOut(ids: readonly string[]): void {
  const grid = document.querySelector<HTMLElement>("#message-list [role='grid']");
  if (!grid || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const byPx = isRightToLeft(grid) ? -slidePx : slidePx;
  for (const id of ids.slice(0, exitsShown)) {
    const row = grid.querySelector<HTMLElement>(`[data-email="${CSS.escape(id)}"]`);
    const ghost = row?.cloneNode(true);
    if (!row || !(ghost instanceof HTMLElement)) continue;
    for (const name of ["data-email", "role", "tabindex"]) ghost.removeAttribute(name);
    ghost.inert = true;
    grid.append(ghost);
    const to = `${row.style.transform} translateX(${byPx}px)`;
    const motion = ghost.animate([{}, { opacity: 0, transform: to }], exitMs);
    motion.onfinish = () => ghost.remove();
    motion.oncancel = () => ghost.remove();
  }
  grid.dataset["settling"] = "";
  setTimeout(() => delete grid.dataset["settling"], settleMs);
}
