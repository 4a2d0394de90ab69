import { limits } from "@inlet/contract/limits.ts";
import {
  type ComposeWindow,
  saveAllDrafts,
  useWriting,
} from "#/features/compose/drafts/writing.ts";
import { besidePx, useAssistantPanel } from "#/state/view/assistant-panel.ts";

const maxWindows = 3;
/** Width of a docked window, on a page of less than 1200 px and on a wider one; `w-120` and `w-140` in its styles. */
export const windowPx = { narrow: 480, wide: 560 } as const;
/** Space between two windows, and between a window and the edge of the page. */
export const gapPx = 16;
/** Width of the assistant's round button and of its minimized panel, with the space on both sides. */
const assistantPx = { closed: 80, minimized: 232 } as const;
/** Width that windows and assistant leave to the mail, to the notifications and to the tabs. */
const freePx = 360;

let latestCount = 0;

/** Returns the space that windows and tabs leave at the end of the page: for the assistant, which a docked window hides unless it is open. */
export function endPx(
  assistant: ReturnType<typeof useAssistantPanel.getState>["state"],
  { isBeside, isDocked }: { isBeside: boolean; isDocked: boolean },
): number {
  if (assistant === "open") return (isBeside ? 360 : 432) + gapPx;
  return isDocked ? gapPx : assistantPx[assistant];
}

/** Returns how many windows this width shows side by side, beside the assistant. */
export function windowsIn(widthPx: number): number {
  const { state } = useAssistantPanel.getState();
  const taken = endPx(state, { isBeside: widthPx >= besidePx, isDocked: true }) + freePx;
  const each = (widthPx < 1200 ? windowPx.narrow : windowPx.wide) + gapPx;
  const count = Math.floor((widthPx - taken) / each);
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
  latestCount += 1;
  set([
    ...others.filter((each) => !closed.has(each)).map((each) => ({ ...each, isLarge: false })),
    { key, isMinimized: false, isLarge: false, openedCount: latestCount },
  ]);
  return Array.from(closed, (each) => each.key);
}

/** Shows windows of an earlier visit behind those that are open. Returns the keys of those without space. */
export function restoreWindows(
  restored: readonly Pick<ComposeWindow, "key" | "isMinimized">[],
): string[] {
  const { windows } = useWriting.getState();
  const isBehind = windows.length > 0;
  const wanted = isOnPhone() ? restored.filter(({ isMinimized }) => !isMinimized) : restored;
  const free = Math.max(0, (isOnPhone() ? 1 : maxWindows) - windows.length);
  const shown = free === 0 ? [] : wanted.slice(-free);
  set([
    ...shown.map(({ key, isMinimized }) => {
      latestCount += 1;
      return {
        key,
        isMinimized: isMinimized || isBehind,
        isLarge: false,
        openedCount: latestCount,
      };
    }),
    ...windows,
  ]);
  return restored.filter((each) => !shown.includes(each)).map(({ key }) => key);
}

/** Shows only the tab of a window. */
export function minimizeWindow(key: string): void {
  const { windows } = useWriting.getState();
  set(
    windows.map((each) =>
      each.key === key ? { ...each, isMinimized: true, isLarge: false } : each,
    ),
  );
}

/** Expands a window over the page, as the newest one, or docks it again. */
export function resizeWindow(key: string, isLarge: boolean): void {
  if (isLarge) openWindow(key);
  const { windows } = useWriting.getState();
  set(windows.map((each) => (each.key === key ? { ...each, isLarge } : each)));
}

/** Removes a window; its draft stays. */
export function dropWindow(key: string): void {
  const { windows } = useWriting.getState();
  set(windows.filter((each) => each.key !== key));
}

/**
 * Minimizes windows that no longer fit, after the page became narrower or the assistant wider. Returns the keys of those that were
 * closed, because a phone has no tabs.
 */
export function fitWindows(): string[] {
  const { windows } = useWriting.getState();
  if (windows.filter(({ isMinimized }) => !isMinimized).length > windowsIn(widthPx())) set(windows);
  if (!isOnPhone()) return [];
  const minimized = useWriting.getState().windows.filter(({ isMinimized }) => isMinimized);
  for (const { key } of minimized) dropWindow(key);
  return minimized.map(({ key }) => key);
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
  return globalThis.innerWidth ?? Number.POSITIVE_INFINITY;
}
