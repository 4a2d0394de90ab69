import { limits } from "@inlet/contract/limits.ts";

/** The number as the header shows it: from a thousand on in thousands, with one digit after the point. */
export function starCount(stars: number): string {
  // Cut off and not rounded: 1999 are not 2000.
  return stars < 1000 ? String(stars) : `${(Math.floor(stars / 100) / 10).toFixed(1)}k`;
}

/** Shown until the number is known, and if it cannot be read. */
export const starsWhenUnknown: string = starCount(limits.starsWhenUnknown);
