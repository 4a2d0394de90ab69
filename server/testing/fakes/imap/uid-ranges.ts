/** Returns true if the numbers of a set such as `1:3,7,9:*` are ascending. */
export function isAscending(set: string): boolean {
  const bounds = set.split(/[,:]/).map((bound) => (bound === "*" ? Infinity : Number(bound)));
  return bounds.every((bound, index) => index === 0 || bound >= (bounds[index - 1] ?? 0));
}

/** Returns a test for membership in a set; `*` is the largest number in use. */
export function inSet(set: string, largest: number): (number: number) => boolean {
  const ranges = set.split(",").map((range) => {
    const [from = 0, to = from] = range
      .split(":")
      .map((bound) => (bound === "*" ? largest : Number(bound)));
    return { low: Math.min(from, to), high: Math.max(from, to) };
  });
  return (number) => ranges.some(({ low, high }) => number >= low && number <= high);
}

/** Formats ascending numbers as a set, with adjacent numbers merged into ranges. */
export function asSet(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([low, high]) => (low === high ? `${low}` : `${low}:${high}`)).join(",");
}
