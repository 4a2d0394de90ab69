import { declarationsIn, withoutComments } from "./blocks.ts";
import { readColor } from "./colors.ts";
import { pixelsOf } from "./lengths.ts";

/** A property and its value, if the reader's frame allows it and it affects visibility. */
export interface Declaration {
  name: string;
  value: string;
  isImportant: boolean;
}

const longest = 250_000;
const maxDeclarations = 3000;
const wide = /^(?:inherit|initial|unset|revert|revert-layer)$/;
const sides = ["top", "right", "bottom", "left"] as const;

const isWord =
  (words: string) =>
  (value: string): boolean =>
    words.split(" ").includes(value);
const isLength = (value: string): boolean => pixelsOf(value, { fontSize: 16, whole: 100 }) !== null;
const isLengthOr = (words: string) => (value: string) => isLength(value) || isWord(words)(value);
const isSize = isLengthOr(
  "auto none min-content max-content fit-content -webkit-fill-available stretch",
);
const isNumber = (value: string): boolean =>
  /^[+-]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:e[+-]?\d{1,3})?%?$/.test(value);
const isColor = (value: string): boolean => value === "currentcolor" || readColor(value) !== null;
const isOffset = isLengthOr("auto");

/**
 * Properties that the frame allows (web/frame/declarations.ts) and that affect the visibility of text, each with a check of its
 * values.
 */
const known: Readonly<Record<string, (value: string) => boolean>> = {
  display: (value) =>
    /^(?:none|block|inline|inline-block|flow-root|list-item|run-in|(?:inline-)?(?:flex|grid|table)|table-[a-z-]+|-webkit-(?:inline-)?box|ruby[a-z-]*|math|(?:block|inline) (?:flow|flow-root|flex|grid|table))$/.test(
      value,
    ),
  visibility: isWord("visible hidden collapse"),
  opacity: isNumber,
  zoom: (value) => isNumber(value) || value === "normal",
  // The frame removes `fixed` and `sticky`.
  position: isWord("static relative absolute"),
  float: isWord("none left right inline-start inline-end"),
  "overflow-x": isWord("visible hidden clip scroll auto overlay"),
  "overflow-y": isWord("visible hidden clip scroll auto overlay"),
  "box-sizing": isWord("content-box border-box"),
  color: isColor,
  "background-color": isColor,
  "background-image": (value) => value === "none" || /(?:url|gradient)\(/.test(value),
  "background-clip": () => true,
  "font-size": isLengthOr(
    "xx-small x-small small medium large x-large xx-large xxx-large smaller larger",
  ),
  "letter-spacing": isLengthOr("normal"),
  "text-indent": isLength,
  "text-shadow": () => true,
  ...Object.fromEntries(
    ["height", "width"].flatMap((name) =>
      ["", "min-", "max-"].map((before) => [`${before}${name}`, isSize]),
    ),
  ),
  ...Object.fromEntries(sides.map((side) => [side, isOffset])),
  ...Object.fromEntries(sides.map((side) => [`margin-${side}`, isOffset])),
  ...Object.fromEntries(sides.map((side) => [`padding-${side}`, isLength])),
};

/** Logical properties and their physical equivalents, for text from left to right and top to bottom. */
const sameAs: Readonly<Record<string, string>> = {
  "inline-size": "width",
  "block-size": "height",
  "min-inline-size": "min-width",
  "min-block-size": "min-height",
  "max-inline-size": "max-width",
  "max-block-size": "max-height",
  "margin-inline-start": "margin-left",
  "margin-inline-end": "margin-right",
  "margin-block-start": "margin-top",
  "margin-block-end": "margin-bottom",
  "padding-inline-start": "padding-left",
  "padding-inline-end": "padding-right",
  "padding-block-start": "padding-top",
  "padding-block-end": "padding-bottom",
  "-webkit-background-clip": "background-clip",
  "-webkit-box-sizing": "box-sizing",
};

/** Parses the relevant declarations of a style attribute, in order. */
export function readStyle(style: string): Declaration[] {
  return style === "" ? [] : readDeclarations(declarationsIn(style.slice(0, longest)));
}

/** Parses the relevant ones of these declarations, in order. */
export function readDeclarations(declarations: readonly string[]): Declaration[] {
  const found: Declaration[] = [];
  for (const declaration of declarations) {
    if (found.length >= maxDeclarations) break;
    const piece = withoutComments(declaration);
    const colon = piece.indexOf(":");
    if (colon < 0) continue;
    const name = unescaped(piece.slice(0, colon)).trim().toLowerCase();
    const written = unescaped(piece.slice(colon + 1)).toLowerCase();
    const value = written.replace(/!\s*important\s*$/, "");
    const isImportant = value.length < written.length;
    for (const [longhand, part] of longhands(name, value.trim())) {
      found.push({ name: longhand, value: part, isImportant });
    }
  }
  return found;
}

/**
 * Replaces escapes by their characters. Any escaped character that cannot be part of a name becomes U+FFFD, which neither
 * separates tokens nor has a meaning.
 */
export function unescaped(css: string): string {
  if (!css.includes("\\")) return css;
  return css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^]))/gi, (_, code = "", letter = "") => {
    const point = Number.parseInt(code, 16);
    const made = code === "" ? letter : point > 0x10ffff ? "\ufffd" : String.fromCodePoint(point);
    return /^[\w\u0080-\uffff-]/.test(made) ? made : "\ufffd";
  });
}

/** Expands a declaration into longhand properties; none if the frame does not allow it, or a browser would ignore it. */
function longhands(name: string, value: string): [string, string][] {
  if (value === "") return [];
  const own = sameAs[name] ?? name;
  const isFor = known[own];
  if (isFor) return wide.test(value) || isFor(value) ? [[own, value]] : [];
  switch (name) {
    case "background":
      return background(value);
    case "font":
      return font(value);
    case "overflow": {
      const [x = "", y = x] = value.split(/\s+/);
      return [...longhands("overflow-x", x), ...longhands("overflow-y", y)];
    }
    case "margin":
    case "padding":
      return around((side) => `${name}-${side}`, value);
    case "inset":
      return around((side) => side, value);
    default:
      return [];
  }
}

function around(named: (side: string) => string, value: string): [string, string][] {
  const [top = "", right = top, bottom = top, left = right] = words(value);
  const all = [top, right, bottom, left].map((part, at) => longhands(named(sides[at] ?? ""), part));
  return all.every((found) => found.length === 1) ? all.flat() : [];
}

function background(value: string): [string, string][] {
  if (wide.test(value)) {
    return [
      ["background-color", value],
      ["background-image", value],
    ];
  }
  const color = words(value.replaceAll(",", " , ")).findLast(isColor);
  return [
    ["background-color", color ?? "transparent"],
    ["background-image", /(?:url|gradient)\(/.test(value) ? value : "none"],
    ["background-clip", /\btext\b/.test(value) ? "text" : "border-box"],
  ];
}

function font(value: string): [string, string][] {
  if (wide.test(value)) return [["font-size", value]];
  for (const word of words(value)) {
    const [size = ""] = word.split("/");
    if (known["font-size"]?.(size) && !/^\d+$/.test(size)) return [["font-size", size]];
  }
  return [];
}

/** Splits at spaces, except within parentheses. */
function words(value: string): string[] {
  return value.match(/[^\s()]*\((?:[^()]|\([^()]*\))*\)|[^\s()]+/g) ?? [];
}
