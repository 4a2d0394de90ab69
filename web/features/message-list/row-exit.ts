import { dayPx } from "#/features/message-list/row-layout.ts";
import { isRightToLeft } from "#/lib/direction.ts";

const slidePx = 24;
const exitMs = 120;
const collapseMs = 140;
/** Time between the first rows that leave. All later rows leave together with the last one. */
const stepMs = 20;
const maxSteps = 5;
const exitsShown = 20;

let settled = 0;

/**
 * Animates rows that leave the list: they slide out, with the line of a day that has no other row, and then those below close up.
 * Call it before they leave.
 */
export function slideOut(ids: readonly string[]): void {
  const grid = document.querySelector<HTMLElement>("#message-list [role='grid']");
  if (!grid || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const byPx = isRightToLeft(grid) ? -slidePx : slidePx;
  const rows = ids
    .slice(0, exitsShown)
    .map((id) => grid.querySelector<HTMLElement>(`[data-email="${CSS.escape(id)}"]`))
    .filter((row) => row !== null);
  const delays = rows.map((_, at) => Math.min(at, maxSteps) * stepMs);
  const lastMs = delays.at(-1) ?? 0;
  [...rows, ...linesOf(grid, rows)].forEach((leaving, at) => {
    const ghost = leaving.cloneNode(true);
    if (!(ghost instanceof HTMLElement)) return;
    for (const name of ["data-email", "data-day", "role", "tabindex"]) ghost.removeAttribute(name);
    ghost.inert = true;
    // Above the rows that take its place.
    ghost.style.zIndex = "3";
    grid.append(ghost);
    const to = `${leaving.style.transform} translateX(${byPx}px)`;
    const timing = { duration: exitMs, delay: delays[at] ?? lastMs, fill: "forwards" } as const;
    const motion = ghost.animate([{}, { opacity: 0, transform: to }], timing);
    motion.onfinish = () => ghost.remove();
    motion.oncancel = () => ghost.remove();
  });
  const waitMs = exitMs + lastMs;
  grid.style.setProperty("--settle", `${waitMs}ms`);
  grid.dataset["settling"] = "";
  clearTimeout(settled);
  settled = window.setTimeout(() => delete grid.dataset["settling"], waitMs + collapseMs);
}

/** Returns the lines of the days that have no row but these. */
function linesOf(grid: HTMLElement, rows: readonly HTMLElement[]): HTMLElement[] {
  const rowPx = Number.parseFloat(grid.style.getPropertyValue("--row"));
  const tops = rows.map((row) => new DOMMatrixReadOnly(row.style.transform).m42);
  return [...grid.querySelectorAll<HTMLElement>("[data-day]")].filter(({ style }) => {
    const top = Number.parseFloat(style.top);
    const height = Number.parseFloat(style.height);
    const leaving = tops.filter((px) => px >= top && px < top + height).length;
    return leaving > 0 && leaving * rowPx + dayPx >= height;
  });
}
