/** The references for relative lengths. */
export interface Measure {
  fontSize: number;
  /** The reference for percentages; without it they are invalid. */
  whole?: number;
}

const units: Readonly<Record<string, number>> = {
  "": 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  rem: 16,
};
/** Pixels per viewport unit: the reader's frame is as high as the message, so it uses a fixed value. */
const windowPixels = 8;

const token =
  /\s[+-]\s|[*/,()]|[a-z]{3,5}\(|[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,3})?[a-z%]{0,5}/g;

/** Returns a length in pixels, also for `calc()` and the like; null if it is not a length. */
export function pixelsOf(written: string, measure: Measure): number | null {
  const plain = /^[+-]?(?:\d{1,15}\.?\d{0,15}|\.\d{1,15})(?:e[+-]?\d{1,3})?([a-z%]{0,5})$/.exec(
    written,
  );
  if (plain) return inPixels(written, plain[1] ?? "", measure);
  if (written.length > 200 || !/^(?:calc|min|max|clamp)\(/.test(written)) return null;
  const tokens = written.match(token) ?? [];
  let at = 0;
  const value = (): number => {
    const next = tokens[at++] ?? "";
    if (next === "(" || next === "calc(") return closed(sum());
    if (next === "min(") return closed(Math.min(...list()));
    if (next === "max(") return closed(Math.max(...list()));
    if (next === "clamp(") {
      const [least = Number.NaN, requested = Number.NaN, most = Number.NaN] = list();
      return closed(Math.max(least, Math.min(requested, most)));
    }
    const [, unit = ""] = /([a-z%]{0,5})$/.exec(next) ?? [];
    return inPixels(next, unit, measure) ?? Number.NaN;
  };
  const closed = (made: number): number => (tokens[at++] === ")" ? made : Number.NaN);
  const list = (): number[] => {
    const all = [sum()];
    while (tokens[at] === ",") {
      at++;
      all.push(sum());
    }
    return all;
  };
  const product = (): number => {
    let made = value();
    for (let sign = tokens[at]; sign === "*" || sign === "/"; sign = tokens[at]) {
      at++;
      made = sign === "*" ? made * value() : made / value();
    }
    return made;
  };
  const sum = (): number => {
    let made = product();
    for (let sign = tokens[at]?.trim(); sign === "+" || sign === "-"; sign = tokens[at]?.trim()) {
      at++;
      made = sign === "+" ? made + product() : made - product();
    }
    return made;
  };
  const made = value();
  return Number.isFinite(made) && at === tokens.length ? made : null;
}

function inPixels(written: string, unit: string, { fontSize, whole }: Measure): number | null {
  const number = Number.parseFloat(written);
  if (Number.isNaN(number)) return null;
  const factor = units[unit];
  if (factor !== undefined) return number * factor;
  if (unit === "em") return number * fontSize;
  if (unit === "ex" || unit === "ch") return (number * fontSize) / 2;
  if (unit === "%") return whole === undefined ? null : (number * whole) / 100;
  return /^[sld]?v(?:h|w|b|i|min|max)$/.test(unit) ? number * windowPixels : null;
}
