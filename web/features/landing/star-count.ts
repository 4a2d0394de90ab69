import { limits } from "@inlet/contract/limits.ts";

/** Returns the number as the header shows it: from 1000 on in thousands, with one decimal. */
export function starCount(stars: number): string {
  // Truncated and not rounded: 1999 is shown as 1.9k.
  return stars < 1000 ? String(stars) : `${(Math.floor(stars / 100) / 10).toFixed(1)}k`;
}

/** Shown until the number is known, and if it cannot be read. */
export const starsWhenUnknown: string = starCount(limits.starsWhenUnknown);
