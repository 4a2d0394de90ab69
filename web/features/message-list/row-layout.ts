/** Height of the line that names a day, in pixels. */
export const dayPx = 28;

/** The first row of a day, of a week or of a month, and what the line above it says. */
export interface Day {
  /** Number of the day, the same while the list grows. */
  rank: number;
  label: string;
  at: number;
}

/** Where the rows of a list are: all have the same height, and a line above the first row of each day names it. */
export interface RowLayout {
  rowPx: number;
  days: readonly Day[];
}

/** Returns the distance of a row from the top of the list. */
export function topOf({ rowPx, days }: RowLayout, index: number): number {
  return index * rowPx + (days.findLastIndex(({ at }) => at <= index) + 1) * dayPx;
}

/** Returns the distance of a day's line from the top of the list. */
export function dayTopOf({ rowPx, days }: RowLayout, day: number): number {
  return (days[day]?.at ?? 0) * rowPx + day * dayPx;
}

/** Returns the row at a distance from the top of the list; at the line of a day, the first row of that day. */
export function rowAt(layout: RowLayout, px: number): number {
  const { rowPx, days } = layout;
  const day = days.findLastIndex((_, index) => dayTopOf(layout, index) <= px);
  const row = Math.floor((px - (day + 1) * dayPx) / rowPx);
  return Math.max(row, days[day]?.at ?? 0);
}

/** Returns the height of a list. */
export function heightOf({ rowPx, days }: RowLayout, count: number): number {
  return count * rowPx + days.length * dayPx;
}
