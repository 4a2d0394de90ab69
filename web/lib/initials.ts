const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the first letter or digit of a name or address, in upper case. */
export function initialOf(name: string): string {
  for (const { segment } of letters.segment(name)) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return "?";
}

/** Minimum distance of two hues that users can distinguish, in degrees. */
const apart = 45;

/**
 * Returns hues of adjacent names: the chosen one, or the name's own, shifted if it is too close to a chosen or an earlier one.
 */
export function huesOf(
  names: readonly string[],
  chosen: readonly (number | undefined)[] = [],
): number[] {
  const taken = chosen.filter((hue) => hue !== undefined);
  return names.map((name, at) => {
    if (chosen[at] !== undefined) return chosen[at];
    let hue = hueOf(name);
    // The circle has space for eight; further hues resemble an earlier one.
    for (let moved = 0; moved < 360 && taken.some((other) => isClose(hue, other)); moved += 5) {
      hue = (hue + 5) % 360;
    }
    taken.push(hue);
    return hue;
  });
}

function isClose(one: number, other: number): boolean {
  const gap = Math.abs(one - other);
  return Math.min(gap, 360 - gap) < apart;
}

/** Returns a hue that is always the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const char of name.toLowerCase()) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return Math.round((hash / 65_521) * 360);
}
