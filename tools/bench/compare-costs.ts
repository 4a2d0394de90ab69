/** Allowed growth of a figure, beyond the noise that this run measured. */
const slack = 0.03;

/** Figures of one round, by name. Each is a cost: less is better. */
export type Costs = Map<string, { value: number; unit: string }>;

/** One row of the result. */
interface Compared {
  what: string;
  unit: string;
  before: number;
  now: number;
  /** Spread of the rounds of one tree, as a share of their mean. */
  noise: number;
  isWorse: boolean;
}

/** Compares the rounds of both trees. A cost is worse if it grew by more than the noise and the tolerance. */
export function compareCosts(before: readonly Costs[], now: readonly Costs[]): Compared[] {
  return [...(now[0] ?? [])].map(([what, { unit }]) => {
    const [old, own] = [valuesOf(before, what), valuesOf(now, what)];
    const noise = Math.max(spread(old), spread(own));
    // The lowest value of each tree is the one with the least disturbance by the machine.
    const [was, is] = [Math.min(...old), Math.min(...own)];
    return { what, unit, before: was, now: is, noise, isWorse: !(is / was <= 1 + noise + slack) };
  });
}

/** Returns the result as a table; `base` begins with the hash of the earlier commit. */
export function printCosts(rows: readonly Compared[], base: string): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const number = (value: number) => value.toFixed(value < 10 ? 2 : 1);
  const cells = [
    ["cost", base.slice(0, 8), "this tree", "ratio", "noise", ""],
    ...rows.map((row) => [
      row.what,
      `${number(row.before)} ${row.unit}`,
      `${number(row.now)} ${row.unit}`,
      `${(row.now / row.before).toFixed(3)} ×`,
      percent(row.noise),
      row.isWorse ? "WORSE" : "",
    ]),
  ];
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function valuesOf(costs: readonly Costs[], what: string): number[] {
  return costs.map((round) => round.get(what)?.value ?? Number.NaN);
}

function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return (Math.max(...values) - Math.min(...values)) / mean;
}
