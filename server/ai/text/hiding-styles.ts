/** What an element has from around it and decides whether its text shows, unless it says otherwise itself. */
export interface Shown {
  color: string;
  background: string;
  /** Pixels. */
  fontSize: number;
  isInvisible: boolean;
}

/** The declarations of a style attribute or a rule, the last of each name. */
export function readDeclarations(style: string): Map<string, string> {
  const found = new Map<string, string>();
  if (style === "") return found;
  for (const declaration of style.slice(0, 2000).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const value = declaration.slice(colon + 1).replace("!important", "");
    found.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  return found;
}

/** True when an element so styled shows nothing of its text, nor of what is in it. */
export function isHiding(style: ReadonlyMap<string, string>): boolean {
  if (style.size === 0) return false;
  const value = (name: string): string => style.get(name) ?? "";
  const cuts = value("overflow").startsWith("hidden") || value("overflow-y") === "hidden";
  return (
    value("display") === "none" ||
    isBelow(value("opacity"), 0.1) ||
    (cuts && ["height", "max-height", "width", "max-width"].some((it) => isBelow(value(it), 3))) ||
    (isBelow(value("max-height"), 1) && isBelow(value("line-height"), 2)) ||
    ["left", "top", "right", "bottom", "text-indent", "margin-left", "margin-top"].some((it) =>
      isFarOut(value(it)),
    ) ||
    /^rect\((?:[01](?:px)?[, ]+){3}[01](?:px)?\)/.test(value("clip")) ||
    /^(?:inset\((?:50|100)%|circle\(0)/.test(value("clip-path")) ||
    /(?:scale[xy]?\(0(?:\.0\d*)?[,)]|translate[xy]?\(-\d{3,})/.test(value("transform"))
  );
}

/** Colours, size and visibility inside an element so styled, given those around it. */
export function shownInside(style: ReadonlyMap<string, string>, around: Shown): Shown {
  if (style.size === 0) return around;
  const color = plainColor(style.get("color") ?? style.get("-webkit-text-fill-color") ?? "");
  const behind = style.get("background-color") ?? style.get("background") ?? "";
  const background = plainColor(behind);
  const picture = `${style.get("background") ?? ""} ${style.get("background-image") ?? ""}`;
  // What colour a picture has is not known, so nothing is taken for unseen in front of one.
  const own = /url\(|gradient\(/.test(picture) ? "picture" : background;
  return {
    color: color || around.color,
    background: own === "transparent" || own === "" ? around.background : own,
    fontSize: fontSizeIn(style, around.fontSize),
    isInvisible: isInvisibleIn(style, around.isInvisible),
  };
}

/** Text nobody can tell from what is behind it, or too small to be any. */
export function isUnseen({ color, background, fontSize, isInvisible }: Shown): boolean {
  return isInvisible || fontSize < 3 || color === "transparent" || isClose(color, background);
}

/** Newsletters put 0 around their columns against gaps between them, and a size of its own into each. */
function fontSizeIn(style: ReadonlyMap<string, string>, around: number): number {
  const written = style.get("font-size") ?? fontSizeOf(style.get("font") ?? "");
  if (/^(?:xx?-|xxx-)?(?:small|large)$|^medium$|^initial$/.test(written)) return usualSize;
  const [, number = "", unit = ""] = /^(\d{0,9}\.?\d{1,9})(em|%)/.exec(written) ?? [];
  if (number === "") return pixelsOf(written) ?? around;
  return around * (Number.parseFloat(number) / (unit === "%" ? 100 : 1));
}

function isInvisibleIn(style: ReadonlyMap<string, string>, around: boolean): boolean {
  const visibility = style.get("visibility") ?? "";
  if (visibility === "hidden" || visibility === "collapse") return true;
  return visibility !== "visible" && visibility !== "initial" && around;
}

/** What text has that says nothing of its size. */
export const usualSize = 16;

const names: Record<string, string> = {
  white: "#ffffff",
  black: "#000000",
  snow: "#fffafa",
  ivory: "#fffff0",
  whitesmoke: "#f5f5f5",
};

/** "#rrggbb", "transparent", or "" for what is no plain colour. */
export function plainColor(value: string): string {
  const text = value.trim().toLowerCase().slice(0, 100);
  const word = text.slice(0, text.includes("(") ? text.indexOf(")") + 1 : endOfWord(text));
  if (word === "transparent") return word;
  if (names[word]) return names[word];
  if (/^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/.test(word)) {
    return word.endsWith("00") && word.length === 9 ? "transparent" : word.slice(0, 7);
  }
  if (/^#[0-9a-f]{3}$/.test(word)) return word.replace(/[0-9a-f]/g, "$&$&");
  const parts = /^rgba?\(([^)]{1,60})\)/
    .exec(word)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean);
  if (!parts || parts.length < 3) return "";
  const alpha = parts[3];
  if (alpha !== undefined && Number.parseFloat(alpha) < 0.1) return "transparent";
  const hex = parts.slice(0, 3).map((part) => {
    const share = part.endsWith("%") ? Number.parseFloat(part) * 2.55 : Number.parseFloat(part);
    return Math.max(0, Math.min(255, Math.round(share) || 0))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${hex.join("")}`;
}

function endOfWord(text: string): number {
  const end = text.search(/\s/);
  return end < 0 ? text.length : end;
}

function isClose(one: string, other: string): boolean {
  if (!one.startsWith("#") || !other.startsWith("#")) return false;
  const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [a, b] = [parts(one), parts(other)];
  return a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= 12);
}

function isBelow(value: string, pixels: number): boolean {
  const size = pixelsOf(value);
  return size !== null && size < pixels;
}

function isFarOut(value: string): boolean {
  const size = pixelsOf(value);
  return size !== null && size <= -200;
}

/** A length in pixels, em taken for 16; null for none, and for percentages, which may be of anything. */
function pixelsOf(value: string): number | null {
  if (value === "") return null;
  const match = /^(-?\d{0,9}\.?\d{1,9})([a-z%]{0,4})/.exec(value);
  const number = Number.parseFloat(match?.[1] ?? "");
  if (Number.isNaN(number)) return null;
  const unit = match?.[2] ?? "";
  if (unit === "%") return number === 0 ? 0 : null;
  if (unit === "em" || unit === "rem") return number * 16;
  return unit === "vw" || unit === "vh" ? number * 10 : number;
}

function fontSizeOf(font: string): string {
  if (font === "") return "";
  return font.split(/\s+/).find((word) => /^[\d.]+(?:px|pt|em|rem)/.test(word)) ?? "";
}
