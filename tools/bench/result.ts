/** One measured figure. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** The figure it must not pass. */
  target?: number;
  /** The same on an idle machine or by the peer in the same run. */
  beside?: string;
}

export interface BenchResult {
  bench: string;
  /** What was measured on, in words. */
  on: string;
  figures: Figure[];
}

export function printResult(result: BenchResult): string {
  const rows = result.figures.map(({ what, value, unit, target, beside }) => [
    what,
    `${value} ${unit}`,
    target === undefined ? "" : `≤ ${target} ${unit}`,
    target === undefined ? "" : value <= target ? "met" : "MISSED",
    beside ?? "",
  ]);
  const all = [["figure", "measured", "target", "", "beside it"], ...rows];
  const widths = [0, 1, 2, 3].map((at) => Math.max(...all.map((row) => row[at]?.length ?? 0)));
  const lines = all.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [`${result.bench}: ${result.on}`, ...lines, ""].join("\n");
}
