import { black, canBeRead, type Color, laidOn, readColor, white } from "./styles/colors.ts";
import { pixelsOf } from "./styles/lengths.ts";

/** The inherited properties that decide if an element's text is visible, unless it overrides them. */
export interface Shown {
  ink: Color;
  /** The background color; null for an image, whose colors are unknown. */
  ground: Color | null;
  /** A text shadow can make letters visible that have the color of the background. */
  shadow: Color | null;
  /** Font size, in pixels. */
  fontSize: number;
  letterSpacing: number;
  indent: number;
  zoom: number;
  opacity: number;
  isInvisible: boolean;
  /** Clipped to nothing by an ancestor: everything, or everything except positioned content. */
  cut: "none" | "flow" | "all";
  /** True if the element is hidden and no descendant can be visible again. */
  isHidden: boolean;
}

/** The font size of text without one. */
const usualSize = 16;
/** Assumed width of the message in pixels, for percentages. */
const wholeWidth = 700;
/** Letters smaller than this, in pixels, are invisible to a reader. */
const leastSize = 3;
/** Beyond these positions, content is outside of the message and cannot be scrolled into view. */
const nearest = { before: -200, after: 2000 };

/** The properties around a message. */
export const aroundMail: Shown = {
  ink: black,
  ground: white,
  shadow: null,
  fontSize: usualSize,
  letterSpacing: 0,
  indent: 0,
  zoom: 1,
  opacity: 1,
  isInvisible: false,
  cut: "none",
  isHidden: false,
};

/** The declarations of an element, by property. */
export interface Style {
  readonly size: number;
  get: (name: string) => string | undefined;
}

/** Returns the visibility of text in an element with this style, given the inherited properties. */
export function shownInside(name: string, style: Style, around: Shown): Shown {
  if (style.size === 0) return around;
  const fontSize = fontSizeIn(style, around.fontSize);
  const opacity = around.opacity * opacityIn(style);
  const ink = inkIn(style, around.ink);
  const behind = groundIn(style, ink, around.ground);
  const isCutOut = style.get("background-clip")?.includes("text") === true;
  const box = boxOf(name, style);
  const cut = cutIn(style, around.cut, { box, fontSize });
  const inside: Shown = {
    // A background image visible through cut-out letters counts as readable.
    ink: isCutOut && ink[3] < 0.1 ? (behind ?? black) : ink,
    ground: isCutOut ? around.ground : behind,
    shadow: shadowIn(style, around.shadow),
    fontSize,
    letterSpacing: lengthIn(style, "letter-spacing", fontSize, around.letterSpacing),
    indent:
      box === "inline" ? around.indent : lengthIn(style, "text-indent", fontSize, around.indent),
    zoom: around.zoom * zoomIn(style),
    opacity,
    isInvisible: isInvisibleIn(style, around.isInvisible),
    cut,
    isHidden:
      around.isHidden ||
      cut === "all" ||
      opacity < 0.1 ||
      /^(?:none|table-column(?:-group)?)$/.test(style.get("display") ?? "") ||
      isOffScreen(style, { box, fontSize }),
  };
  return inside;
}

/** Reports whether text is indistinguishable from the background, too small to see, or moved out of sight. */
export function isUnseen(shown: Shown): boolean {
  const { ink, ground, shadow, fontSize, letterSpacing, indent, zoom, isInvisible, cut } = shown;
  if (isInvisible || cut !== "none" || fontSize * zoom < leastSize || isFar(indent)) return true;
  // Overlapping letters.
  if (letterSpacing < -fontSize / 2) return true;
  if (ground === null) return ink[3] < 0.1 && shadow === null;
  return !canBeRead(ink, ground) && (shadow === null || !canBeRead(shadow, ground));
}

function inkIn(style: Style, around: Color): Color {
  const written = style.get("color") ?? "";
  if (/^(?:initial|revert)/.test(written)) return black;
  return readColor(written) ?? around;
}

function groundIn(style: Style, ink: Color, around: Color | null): Color | null {
  const written = style.get("background-color") ?? "";
  const own = written === "currentcolor" ? ink : readColor(written);
  const image = style.get("background-image") ?? "none";
  let ground = around;
  if (own && own[3] > 0.9) ground = laidOn(own, white);
  else if (own && own[3] > 0 && around) ground = laidOn(own, around);
  if (image.includes("gradient(")) return evenly(image, ground);
  return image.includes("url(") ? null : ground;
}

/** Returns the color of a gradient that looks uniform; null for any other. */
function evenly(image: string, ground: Color | null): Color | null {
  if (image.includes("url(")) return null;
  const colors = colorsIn(image);
  const [first] = colors;
  if (!first || (ground === null && colors.some((color) => color[3] < 0.9))) return null;
  const under = ground ?? white;
  const laid = laidOn(first, under);
  return colors.every((color) => !canBeRead(laidOn(color, under), laid)) ? laid : null;
}

function shadowIn(style: Style, around: Color | null): Color | null {
  const written = style.get("text-shadow") ?? "";
  if (written === "" || /^(?:inherit|unset)$/.test(written)) return around;
  return colorsIn(written).find((color) => color[3] >= 0.1) ?? null;
}

function colorsIn(written: string): Color[] {
  const words =
    written.match(/#[0-9a-f]{3,8}\b|(?:rgba?|hsla?|hwb|ok(?:lab|lch)|lab|lch)\([^()]*\)|[a-z]+/g) ??
    [];
  return words.map(readColor).filter((color) => color !== null);
}

/** Newsletters put 0 around their columns to avoid gaps, and set a size in each column. */
function fontSizeIn(style: Style, around: number): number {
  const written = style.get("font-size") ?? "";
  if (written === "smaller") return around / 1.2;
  if (written === "larger") return around * 1.2;
  if (/^(?:xx?-|xxx-)?(?:small|large)$|^medium$|^initial$|^revert/.test(written)) return usualSize;
  const size = pixelsOf(written, { fontSize: around, whole: around });
  return size === null ? around : Math.max(size, 0);
}

function opacityIn(style: Style): number {
  const written = style.get("opacity") ?? "1";
  const number = Number.parseFloat(written) / (written.endsWith("%") ? 100 : 1);
  return Number.isNaN(number) ? 1 : Math.min(Math.max(number, 0), 1);
}

/** Browsers treat zero as one. */
function zoomIn(style: Style): number {
  const written = style.get("zoom") ?? "1";
  const number = Number.parseFloat(written) / (written.endsWith("%") ? 100 : 1);
  return number > 0 ? number : 1;
}

function isInvisibleIn(style: Style, around: boolean): boolean {
  const visibility = style.get("visibility") ?? "";
  if (visibility === "hidden" || visibility === "collapse") return true;
  return visibility !== "visible" && !/^(?:initial|revert)/.test(visibility) && around;
}

function lengthIn(style: Style, name: string, fontSize: number, around: number): number {
  const written = style.get(name) ?? "";
  if (/^(?:normal|initial|revert)/.test(written)) return 0;
  return pixelsOf(written, { fontSize, whole: wholeWidth }) ?? around;
}

const inline = new Set(
  "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr ruby rt map".split(
    " ",
  ),
);
const inTables = new Set("table tbody td tfoot th thead tr col colgroup".split(" "));

type Box = "inline" | "block" | "table";

/**
 * Returns how an element is laid out. Size and top margin have no effect on inline elements, and are only minimums in tables.
 */
function boxOf(name: string, style: Style): Box {
  const display = style.get("display") ?? "";
  const isPlaced =
    style.get("position") === "absolute" || /^(?:left|right)/.test(style.get("float") ?? "");
  const usual = inTables.has(name) ? "table" : inline.has(name) ? "inline" : "block";
  const box = display.startsWith("table") || display.endsWith(" table") ? "table" : boxes[display];
  if ((box ?? usual) === "inline" && isPlaced) return "block";
  return (box ?? usual) === "table" && isPlaced && name !== "table" ? "block" : (box ?? usual);
}

const boxes: Readonly<Record<string, Box>> = {
  inline: "inline",
  initial: "inline",
  unset: "inline",
  "inline flow": "inline",
  "inline-table": "table",
  ...Object.fromEntries(
    ["block", "inline-block", "flow-root", "list-item", "flex", "inline-flex", "grid"].map(
      (one) => [one, "block"],
    ),
  ),
  "inline-grid": "block",
  "-webkit-box": "block",
  "-webkit-inline-box": "block",
};

interface Place {
  box: Box;
  fontSize: number;
}

/** An absolutely positioned element is clipped only by its positioned ancestors. */
function cutIn(style: Style, around: Shown["cut"], { box, fontSize }: Place): Shown["cut"] {
  const position = style.get("position") ?? "static";
  const isPlaced = position === "absolute" || position === "relative";
  const kept = around === "flow" && position === "absolute" ? "none" : around;
  const now = kept === "flow" && isPlaced ? "all" : kept;
  if (now === "all" || box !== "block" || !isCutting(style, fontSize)) return now;
  return isPlaced ? "all" : "flow";
}

function isCutting(style: Style, fontSize: number): boolean {
  const value = (name: string) => style.get(name) ?? "visible";
  const [x, y] = [value("overflow-x"), value("overflow-y")];
  const isOpen = (one: string) => /^(?:visible|initial|unset|revert)/.test(one);
  const length = (name: string, whole?: number): number | null =>
    pixelsOf(style.get(name) ?? "", { fontSize, ...(whole !== undefined && { whole }) });
  const leaves = (name: "height" | "width", end: "bottom" | "right", whole?: number): number => {
    const before = end === "bottom" ? "padding-top" : "padding-left";
    const after = length(`padding-${end}`, wholeWidth) ?? 0;
    const isWhole = style.get("box-sizing") === "border-box";
    const padding = isWhole ? after + (length(before, wholeWidth) ?? 0) : 0;
    const sizes = [length(name, whole), length(`max-${name}`, whole)].flatMap((size) =>
      size === null || size < 0 ? [] : size,
    );
    const least = length(`min-${name}`, whole) ?? 0;
    return Math.max(Math.max(Math.min(Infinity, ...sizes), least) - padding, 0) + after;
  };
  // With overflow visible on one axis only, the content scrolls on that axis.
  const isCutDown = !isOpen(y) || (!isOpen(x) && x !== "clip");
  const isCutAcross = !isOpen(x) || (!isOpen(y) && y !== "clip");
  return (
    (isCutDown && leaves("height", "bottom") < leastSize) ||
    (isCutAcross && leaves("width", "right", wholeWidth) < leastSize)
  );
}

/** Reports whether it is moved to an unreachable position. */
function isOffScreen(style: Style, { box, fontSize }: Place): boolean {
  const position = style.get("position") ?? "static";
  const length = (name: string, whole?: number): number | null =>
    pixelsOf(style.get(name) ?? "", { fontSize, ...(whole !== undefined && { whole }) });
  const isMoved = position === "absolute" || position === "relative";
  const [left, right] = [length("left", wholeWidth), length("right", wholeWidth)];
  const [top, bottom] = [length("top"), length("bottom")];
  const across = isMoved ? (left ?? -(right ?? 0)) : 0;
  const down = isMoved ? (top ?? -(bottom ?? 0)) : 0;
  const start = box === "table" ? 0 : (length("margin-left", wholeWidth) ?? 0);
  const above = box === "block" ? (length("margin-top", wholeWidth) ?? 0) : 0;
  return isFar(across + start) || (isMoved && isFar(down)) || above <= nearest.before;
}

function isFar(length: number): boolean {
  return length <= nearest.before || length >= nearest.after;
}
