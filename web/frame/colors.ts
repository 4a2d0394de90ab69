/** Red, green, blue and opacity, each from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

const read = new Map<string, Color | null>();
let pen: CanvasRenderingContext2D | null | undefined;

/** Parses any CSS color; null if it is not one. */
export function readColor(text: string): Color | null {
  const kept = read.get(text);
  if (kept !== undefined) return kept;
  const color = paint(text);
  if (read.size < 5000) read.set(text, color);
  return color;
}

function paint(text: string): Color | null {
  if (!CSS.supports("color", text) || /^(currentcolor|inherit|initial|unset|revert)/i.test(text)) {
    return null;
  }
  pen ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!pen) return null;
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = text;
  pen.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255, alpha / 255];
}

/** Returns true for white, nearly white and transparent, the color behind text anyway. */
export function isBlank([red, green, blue, alpha]: Color): boolean {
  return alpha < 0.05 || Math.min(red, green, blue) > 0.93;
}

/** Returns true for gray of any lightness, including black and white. */
export function isNeutral([red, green, blue]: Color): boolean {
  return Math.max(red, green, blue) - Math.min(red, green, blue) < 0.12;
}

/** The app's surface in dark, oklch(.2 .013 230): the background of a message that sets none. */
export const darkSurface: Color = [0.063, 0.09, 0.106, 1];

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
export const legible = 4.5;

/** Returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2). */
export function contrast(one: Color, other: Color): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return Math.max(a, b) / Math.min(a, b);
}

/** Returns the relative luminance of a color, from 0 to 1 (WCAG 2.2). */
export function luminance([red, green, blue]: Color): number {
  const linear = (part: number) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
