import { type RefObject, useLayoutEffect, useState } from "react";

/** Widths in pixels around the tabs. */
interface Space {
  /** Space for all tabs. */
  px: number;
  gapPx: number;
  /** Space that the menu of the other tabs takes. */
  menuPx: number;
}

/** Returns the positions of the tabs that do not fit in a line: the last ones, but never the chosen one. */
export function overflowing(widths: readonly number[], chosen: number, space: Space): number[] {
  const { px, gapPx, menuPx } = space;
  const widthOf = (at: number) => (widths[at] ?? 0) + gapPx;
  const all = widths.map((_, at) => at);
  const total = all.reduce((sum, at) => sum + widthOf(at), -gapPx);
  if (total <= px) return [];
  let left = px - menuPx - widthOf(chosen) + gapPx;
  let isFull = false;
  return all.filter((at) => {
    if (at === chosen) return false;
    left -= widthOf(at);
    isFull ||= left < 0;
    return isFull;
  });
}

/** Returns the positions of the tabs in the list that do not fit beside each other. */
export function useOverflowingTabs(
  list: RefObject<HTMLElement | null>,
  { chosen, ids, menuPx }: { chosen: number; ids: string; menuPx: number },
): readonly number[] {
  const [hidden, setHidden] = useState<readonly number[]>([]);
  useLayoutEffect(() => {
    const bar = list.current?.parentElement;
    if (!list.current || !bar) return undefined;
    const tabs = [...list.current.querySelectorAll<HTMLElement>("[role='tab']")];
    const style = getComputedStyle(list.current);
    const styles = [style, getComputedStyle(bar)];
    const measure = () => {
      const padding = styles.flatMap((each) => [each.paddingInlineStart, each.paddingInlineEnd]);
      const widths = tabs.map((tab) => tab.getBoundingClientRect().width);
      const px = padding.reduce((left, each) => left - parseFloat(each), bar.clientWidth);
      const space = { px, gapPx: parseFloat(style.columnGap), menuPx };
      const next = overflowing(widths, chosen, space);
      setHidden((before) => (before.join() === next.join() ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [bar, ...tabs]) observer.observe(each);
    return () => observer.disconnect();
  }, [list, chosen, ids, menuPx]);
  return hidden;
}
