import { colorNames } from "./color-names.ts";

/** An RGB color, each component from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export const black: Color = [0, 0, 0, 1];
export const white: Color = [1, 1, 1, 1];
/** Below this contrast, letters are indistinguishable from the background. */
const leastContrast = 1.25;

/** Parses a CSS color (CSS Color 4); null if the text is not one, or depends on the context. */
export function readColor(written: string): Color | null {
  const text = written.trim();
  if (text === "transparent") return [0, 0, 0, 0];
  if (text.startsWith("#")) return fromHex(text.slice(1));
  const named = colorNames.get(text);
  if (named) return fromHex(named);
  const [, name = "", inside = ""] = /^([a-z]{3,5})\(([^()]{1,200})\)$/.exec(text) ?? [];
  const read = notations[name];
  const parts = inside.split(/[\s,/]+/).filter(Boolean);
  if (!read || parts.length < 3 || parts.length > 4) return null;
  const [red, green, blue] = read(parts).map((part) => Math.min(Math.max(part, 0), 1));
  const alpha = parts[3] === undefined ? 1 : share(parts[3], 1);
  if (red === undefined || green === undefined || blue === undefined) return null;
  const color: Color = [red, green, blue, Math.min(Math.max(alpha, 0), 1)];
  return color.some((part) => Number.isNaN(part)) ? null : color;
}

/** Parses a color in an HTML attribute (HTML, 2.3.6), where almost any text gives some color. */
export function attributeColor(written: string): Color | null {
  const text = written.trim().toLowerCase();
  if (text === "" || text === "transparent") return null;
  const plain = /^#[0-9a-f]{3}$/.test(text) ? text.slice(1) : colorNames.get(text);
  if (plain) return fromHex(plain);
  let digits = text
    .replaceAll(/[^ -\uffff]/gu, "00")
    .slice(0, 128)
    .replace(/^#/, "");
  digits = digits.replaceAll(/[^0-9a-f]/g, "0");
  while (digits === "" || digits.length % 3 > 0) digits += "0";
  const length = digits.length / 3;
  let parts = [0, 1, 2].map((at) => digits.slice(at * length, (at + 1) * length).slice(-8));
  while ((parts[0]?.length ?? 0) > 2 && parts.every((part) => part.startsWith("0"))) {
    parts = parts.map((part) => part.slice(1));
  }
  return fromHex(parts.map((part) => part.slice(0, 2).padStart(2, "0")).join(""));
}

/** Blends a color over another. */
export function laidOn(above: Color, below: Color): Color {
  const mix = (at: 0 | 1 | 2) => above[at] * above[3] + below[at] * (1 - above[3]);
  return [mix(0), mix(1), mix(2), 1];
}

/** Reports whether letters of this color are distinguishable from the background. */
export function canBeRead(ink: Color, ground: Color): boolean {
  const [one, other] = [luminance(laidOn(ink, ground)), luminance(ground)];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) >= leastContrast;
}

function luminance([red, green, blue]: Color): number {
  return 0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue);
}

function fromHex(digits: string): Color | null {
  if (!/^(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(digits)) return null;
  const whole = digits.length < 6 ? digits.replaceAll(/./g, "$&$&") : digits;
  const part = (at: number) => Number.parseInt(whole.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4), whole.length === 8 ? part(6) : 1];
}

/** Parses a number, or a percentage of the maximum. */
function share(part: string, most: number): number {
  if (part === "none") return 0;
  const number = Number.parseFloat(part);
  return part.endsWith("%") ? (number / 100) * most : number;
}

function turn(part: string): number {
  if (part === "none") return 0;
  const number = Number.parseFloat(part);
  if (part.endsWith("grad")) return number * 0.9;
  if (part.endsWith("rad")) return (number * 180) / Math.PI;
  return part.endsWith("turn") ? number * 360 : number;
}

const notations: Readonly<Record<string, (parts: readonly string[]) => number[]>> = {
  rgb: fromRgb,
  rgba: fromRgb,
  hsl: fromHsl,
  hsla: fromHsl,
  hwb: ([hue = "", pale = "", dark = ""]) => {
    const [light, shade] = [share(pale, 100) / 100, share(dark, 100) / 100];
    const sum = Math.max(light + shade, 1);
    return hueParts(turn(hue), 1, 0.5).map(
      (part) => part * (1 - (light + shade) / sum) + light / sum,
    );
  },
  lab: ([lightness = "", a = "", b = ""]) =>
    fromLab(share(lightness, 100), share(a, 125), share(b, 125)),
  lch: ([lightness = "", chroma = "", hue = ""]) =>
    fromLab(share(lightness, 100), ...aroundGrey(share(chroma, 150), turn(hue))),
  oklab: ([lightness = "", a = "", b = ""]) =>
    fromOklab(share(lightness, 1), share(a, 0.4), share(b, 0.4)),
  oklch: ([lightness = "", chroma = "", hue = ""]) =>
    fromOklab(share(lightness, 1), ...aroundGrey(share(chroma, 0.4), turn(hue))),
};

function fromRgb(parts: readonly string[]): number[] {
  return parts.slice(0, 3).map((part) => share(part, 255) / 255);
}

function fromHsl([hue = "", saturation = "", lightness = ""]: readonly string[]): number[] {
  return hueParts(turn(hue), share(saturation, 100) / 100, share(lightness, 100) / 100);
}

function hueParts(hue: number, saturation: number, lightness: number): number[] {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  return [0, 8, 4].map((step) => {
    const at = (((step + hue / 30) % 12) + 12) % 12;
    return lightness - reach * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  });
}

function aroundGrey(chroma: number, hue: number): [a: number, b: number] {
  const angle = (hue * Math.PI) / 180;
  return [chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

/** CSS Color 4, 17: conversion through XYZ with white point D50. */
function fromLab(lightness: number, a: number, b: number): number[] {
  const middle = (lightness + 16) / 116;
  const back = (value: number) =>
    value ** 3 > 216 / 24389 ? value ** 3 : (116 * value - 16) / (24389 / 27);
  const x = back(middle + a / 500) * 0.96422;
  const y = back(middle);
  const z = back(middle - b / 200) * 0.82521;
  return [
    3.1341359569958707 * x - 1.6173863321612538 * y - 0.4906619460083532 * z,
    -0.978795502912089 * x + 1.916254567259524 * y + 0.03344273116131949 * z,
    0.07195537988411677 * x - 0.2289768264158322 * y + 1.405386058324125 * z,
  ].map(fromLinear);
}

// OKLab matrices from https://bottosson.github.io/posts/oklab/
function fromOklab(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(fromLinear);
}

function toLinear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function fromLinear(part: number): number {
  return part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055;
}
