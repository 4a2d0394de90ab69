/** A measured number of a bench. */
export interface Figure {
  bench: string;
  what: string;
  value: number;
  unit:
    | "ms"
    | "s"
    | "MB"
    | "kB"
    | "messages"
    | "messages/s"
    | "rows"
    | "frames/s"
    | "points"
    | "connections"
    | "×"
    | "%";
  /** The same measurement at the same time on a server that does nothing. */
  control?: number;
  /** Maximum value. */
  target?: number;
  /** Minimum value. */
  atLeast?: number;
}

/** Returns the value at or below which this share of the samples lies; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** Reports whether a figure meets its target; undefined without a target. */
export function isMet({ value, target, atLeast }: Figure): boolean | undefined {
  if (target === undefined && atLeast === undefined) return undefined;
  // A figure that could not be measured (NaN) does not meet its target.
  return value <= (target ?? Infinity) && value >= (atLeast ?? -Infinity);
}

/** Returns the figures as a table for the terminal. */
export function printFigures(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => [
    figure.bench,
    figure.what,
    amount(figure.value, figure.unit),
    figure.control === undefined ? "" : amount(figure.control, figure.unit),
    targetOf(figure),
    { true: "met", false: "MISSED", undefined: "" }[`${isMet(figure)}`] ?? "",
  ]);
  const all = [["bench", "what", "value", "control", "target", ""], ...rows];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd();
  return all.map(line).join("\n");
}

function targetOf({ target, atLeast, unit }: Figure): string {
  return [
    ...(target === undefined ? [] : [`≤ ${amount(target, unit)}`]),
    ...(atLeast === undefined ? [] : [`≥ ${amount(atLeast, unit)}`]),
  ].join(", ");
}

function amount(value: number, unit: Figure["unit"]): string {
  if (unit === "messages" || unit === "connections") return String(value);
  if (unit === "rows" || unit === "points") return `${value} ${unit}`;
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`;
}
