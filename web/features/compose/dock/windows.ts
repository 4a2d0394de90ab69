import { limits } from "@inlet/contract/limits.ts";
import {
  type ComposeWindow,
  saveAllDrafts,
  useWriting,
} from "#/features/compose/drafts/writing.ts";

const maxWindows = 3;
const windowPx = 560;
const gapPx = 16;
/** Width that the windows leave to the mail and to the notifications. */
const freePx = 440;

let latestTurn = 0;

/** Returns how many windows this width shows side by side. */
export function windowsIn(widthPx: number): number {
  const count = Math.floor((widthPx - freePx) / (windowPx + gapPx));
  return Math.min(maxWindows, Math.max(1, count));
}

/** Returns true if a window fills the screen. */
export function isOnPhone(): boolean {
  return widthPx() < limits.mobileBreakpointPx;
}

/** Reports whether the draft is visible in a window. */
export function isWindowOpen(key: string): boolean {
  return useWriting.getState().windows.some((each) => each.key === key && !each.isMinimized);
}

/**
 * Opens a draft's window as the newest one. Windows that no longer fit are minimized. Returns the keys of those that were closed,
 * because there is a limit.
 */
export function openWindow(key: string): string[] {
  const others = useWriting.getState().windows.filter((each) => each.key !== key);
  const excess = others.length + 1 - (isOnPhone() ? 1 : maxWindows);
  const minimizedFirst = others.toSorted(
    (one, other) => Number(other.isMinimized) - Number(one.isMinimized),
  );
  const closed = new Set(minimizedFirst.slice(0, Math.max(0, excess)));
  latestTurn += 1;
  set([
    ...others.filter((each) => !closed.has(each)),
    { key, isMinimized: false, turn: latestTurn },
  ]);
  return Array.from(closed, (each) => each.key);
}

/** Shows windows of an earlier visit behind those that are open. Returns the keys of those without space. */
export function restoreWindows(restored: readonly Omit<ComposeWindow, "turn">[]): string[] {
  const { windows } = useWriting.getState();
  const isBehind = windows.length > 0;
  const wanted = isOnPhone() ? restored.filter(({ isMinimized }) => !isMinimized) : restored;
  const free = Math.max(0, (isOnPhone() ? 1 : maxWindows) - windows.length);
  const shown = free === 0 ? [] : wanted.slice(-free);
  set([
    ...shown.map(({ key, isMinimized }) => {
      latestTurn += 1;
      return { key, isMinimized: isMinimized || isBehind, turn: latestTurn };
    }),
    ...windows,
  ]);
  return restored.filter((each) => !shown.includes(each)).map(({ key }) => key);
}

/** Shows only the tab of a window. */
export function minimizeWindow(key: string): void {
  const { windows } = useWriting.getState();
  set(windows.map((each) => (each.key === key ? { ...each, isMinimized: true } : each)));
}

/** Removes a window; its draft stays. */
export function dropWindow(key: string): void {
  const { windows } = useWriting.getState();
  set(windows.filter((each) => each.key !== key));
}

/** Minimizes windows that no longer fit, after the page became narrower. */
export function fitWindows(): void {
  const { windows } = useWriting.getState();
  if (windows.filter(({ isMinimized }) => !isMinimized).length > windowsIn(widthPx())) set(windows);
}

function set(windows: readonly ComposeWindow[]): void {
  const expanded = windows.filter(({ isMinimized }) => !isMinimized);
  const fitting = new Set(expanded.slice(-windowsIn(widthPx())));
  useWriting.setState({
    windows: windows.map((each) =>
      each.isMinimized || fitting.has(each) ? each : { ...each, isMinimized: true },
    ),
  });
  // A restored page shows the same windows.
  saveAllDrafts();
}

function widthPx(): number {
  return "innerWidth" in globalThis ? window.innerWidth : Number.POSITIVE_INFINITY;
}
