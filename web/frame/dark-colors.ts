import { type Color, contrast, legible, luminance } from "#/frame/colors.ts";

/** Perceived lightness and chroma, and the hue as an angle (OKLCH, CSS Color 4). */
interface Seen {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Hue of the app's own grays. */
const surfaceHue = (230 * Math.PI) / 180;
/** Below this chroma a color is a gray, which gets the tint of the app's own grays. */
const greyChroma = 0.025;

/**
 * Returns a background for the dark theme. A light color becomes dark in its own hue, and the lighter of two becomes the darker.
 * A dark color stays, except for the small change that white text needs to be legible on it.
 */
export function darkGround(color: Color): { color: Color; isTurned: boolean } {
  const seen = toSeen(color);
  if (seen.lightness > 0.6) {
    // A saturated color would be invisible when that dark: highlighted text must stay highlighted.
    const loudness = Math.max(seen.chroma - 0.1, 0) * 0.6;
    const lightness = 0.2 + (1 - seen.lightness) * 0.35 + loudness;
    return { color: toColor(tinted({ ...seen, lightness }), color[3]), isTurned: true };
  }
  return { color: dimmed(color, seen), isTurned: false };
}

/** Returns a border color for the dark theme, with about the same contrast as on white. */
export function darkLine(color: Color): Color {
  const seen = toSeen(color);
  if (seen.lightness > 0.6) {
    const lightness = 0.2 + (1 - seen.lightness) * 0.9;
    return toColor(tinted({ ...seen, lightness }), color[3]);
  }
  if (seen.lightness < 0.35) return toColor({ ...seen, lightness: 0.5 }, color[3]);
  return color;
}

/** Returns a text color that is legible on a background: a dark color becomes a light one of the same hue. */
export function inkOn(ground: { color: Color; isTurned: boolean }, ink: Color): Color {
  const isLegible = contrast(ink, ground.color) >= legible;
  if (isLegible && !ground.isTurned) return ink;
  const seen = toSeen(ink);
  // Black becomes nearly white, and text of lower contrast keeps a lower contrast.
  const isDark = seen.lightness < 0.55;
  const lightness = isDark ? 0.95 - Math.max(seen.lightness - 0.25, 0) * 0.6 : seen.lightness;
  if (isLegible && !isDark) return ink;
  for (let tried = lightness; tried < 1; tried += 0.02) {
    const raised = toColor({ ...seen, lightness: tried }, 1);
    if (contrast(raised, ground.color) >= legible) return raised;
  }
  const white: Color = [1, 1, 1, 1];
  const black: Color = [0, 0, 0, 1];
  return contrast(white, ground.color) >= contrast(black, ground.color) ? white : black;
}

/** Blends one color over another. */
export function laidOn(above: Color, below: Color): Color {
  const alpha = above[3];
  const mix = (at: 0 | 1 | 2) => above[at] * alpha + below[at] * (1 - alpha);
  return [mix(0), mix(1), mix(2), 1];
}

/** Returns true if a background counts as light. */
export function isLight(color: Color): boolean {
  return toSeen(color).lightness > 0.6;
}

function dimmed(color: Color, seen: Seen): Color {
  let now = color;
  for (let lightness = seen.lightness; luminance(now) > 0.18 && lightness > 0; lightness -= 0.01) {
    now = toColor({ ...seen, lightness }, color[3]);
  }
  return now;
}

function tinted(seen: Seen): Seen {
  return seen.chroma < greyChroma ? { ...seen, chroma: 0.013, hue: surfaceHue } : seen;
}

// Converts to OKLCH with the matrices of OKLab, https://bottosson.github.io/posts/oklab/
function toSeen([red, green, blue]: Color): Seen {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const across = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const along = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(across, along),
    hue: Math.atan2(along, across),
  };
}

/** A color outside the gamut loses chroma until it fits; lightness and hue stay. */
function toColor(seen: Seen, alpha: number): Color {
  let { chroma } = seen;
  for (let step = 0; step < 24; step += 1) {
    const parts = toParts({ ...seen, chroma });
    if (parts.every((part) => part >= -0.001 && part <= 1.001)) break;
    chroma *= 0.85;
  }
  const [red, green, blue] = toParts({ ...seen, chroma }).map((part) =>
    fromLinear(Math.min(Math.max(part, 0), 1)),
  );
  return [red ?? 0, green ?? 0, blue ?? 0, alpha];
}

function toParts({ lightness, chroma, hue }: Seen): [number, number, number] {
  const across = chroma * Math.cos(hue);
  const along = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * across + 0.2158037573 * along) ** 3;
  const m = (lightness - 0.1055613458 * across - 0.0638541728 * along) ** 3;
  const s = (lightness - 0.0894841775 * across - 1.291485548 * along) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function fromLinear(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}
