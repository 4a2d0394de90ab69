const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letter or digit of a name or address, in upper case. */
export function initialOf(name: string): string {
  for (const { segment } of letters.segment(name)) {
    if (/[\p{L}\p{N}]/u.test(segment)) return segment.toLocaleUpperCase();
  }
  return "?";
}

/** A hue that stays the same for the same name. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const char of name.toLowerCase()) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 65_521;
  return Math.round((hash / 65_521) * 360);
}
