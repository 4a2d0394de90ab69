import type { Images } from "#/frame/images.ts";

/** Options for the CSS of one message. */
export interface StyleRules {
  images: Images;
  /** The message's dark styles apply: the app's theme decides, which may differ from the system's. */
  isDark: boolean;
}

// Properties of layout and color. Everything else is dropped, and therefore an unforeseen property has no effect.
const allowed = new RegExp(
  `^(?:${[
    "color|opacity|visibility|display|direction|unicode-bidi|writing-mode|vertical-align|zoom",
    "background-(?:color|image|repeat|position(?:-[xy])?|size|origin|clip)",
    "border-(?:(?:top|right|bottom|left)-(?:color|style|width)|collapse|spacing)",
    "border-(?:top|bottom)-(?:left|right)-radius",
    "border-(?:block|inline)-(?:start|end)-(?:color|style|width)",
    "outline-(?:color|style|width|offset)|box-shadow|box-sizing",
    "(?:margin|padding)-(?:top|right|bottom|left|(?:block|inline)-(?:start|end))",
    "(?:min-|max-)?(?:width|height|inline-size|block-size)|aspect-ratio|object-(?:fit|position)",
    "position|top|right|bottom|left|z-index|float|clear|overflow-[xy]",
    "font-(?:family|size|style|weight|stretch|variant(?:-[a-z-]+)?|feature-settings|kerning)",
    "line-height|letter-spacing|word-spacing|tab-size|quotes|content",
    "text-(?:align(?:-last)?|indent|transform|shadow|overflow|wrap-(?:mode|style))",
    "text-(?:decoration-(?:line|color|style|thickness)|underline-(?:offset|position))",
    "white-space-collapse|white-space|word-break|overflow-wrap|line-break|hyphens",
    "list-style-(?:type|position)|table-layout|caption-side|empty-cells",
    "flex-(?:direction|wrap|grow|shrink|basis)|order|row-gap|column-gap",
    "grid-(?:template-(?:columns|rows|areas)|auto-(?:columns|rows|flow)|(?:row|column)-(?:start|end))",
    "(?:align|justify)-(?:content|items|self)|column-(?:count|width)",
  ].join("|")})$`,
);

const functions =
  /^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|calc|min|max|clamp|minmax|repeat|fit-content|(?:repeating-)?(?:linear|radial|conic)-gradient)$/;

/** Copies the harmless declarations. Both sides are already parsed: escapes hide nothing. */
export function copyDeclarations(
  from: CSSStyleDeclaration,
  to: CSSStyleDeclaration,
  rules: StyleRules,
): void {
  for (const name of from) {
    const value = filterValue(name, from.getPropertyValue(name), rules);
    if (value) to.setProperty(name, value, from.getPropertyPriority(name));
  }
}

/** Returns the filtered declarations of a style attribute as text. */
export function filterStyle(style: string, inert: Document, rules: StyleRules): string {
  const from = inert.createElement("i");
  const to = inert.createElement("i");
  from.style.cssText = style;
  copyDeclarations(from.style, to.style, rules);
  return to.style.cssText;
}

function filterValue(name: string, value: string, rules: StyleRules): string | null {
  if (!value || value.length > 10_000 || !allowed.test(name)) return null;
  // Only positions in the flow of the text or within it.
  if (name === "position" && !/^(?:static|relative|absolute)$/.test(value)) return null;
  if (name === "display" && value === "contents") return null;
  const isImage = name === "background-image";
  if (!isHarmless(isImage ? value.replaceAll(anyUrl, "") : value)) return null;
  if (isImage) return withOwnImages(value, rules.images);
  if (name === "font-family") return withGenericFont(value);
  return value.replaceAll(viewportLength, inFixedLength);
}

const genericFonts =
  /(?:^|,)\s*(?:serif|sans-serif|monospace|cursive|fantasy|system-ui|inherit|initial|unset)\s*$/;

/** Senders name fonts that only some systems have; without a generic fallback the browser uses its serif font. */
function withGenericFont(value: string): string {
  // A message without a font is shown in that of the page, and not in the browser's serif.
  if (/^(?:initial|revert|revert-layer|unset)$/.test(value.trim())) return "inherit";
  return genericFonts.test(value) ? value : `${value}, sans-serif`;
}

// CSSOM serializes every url() with double quotes, and escapes quotes inside it.
const anyUrl = /url\("((?:[^"\\]|\\.)*)"\)/g;

/** Returns the value with its images replaced by ours; null if one of them must not be loaded. */
function withOwnImages(value: string, images: Images): string | null {
  let isKnown = true;
  const replaced = value.replaceAll(anyUrl, (_, source: string) => {
    const url = source.includes("\\") ? null : images.find(source);
    if (!url || /["\\()]/.test(url)) isKnown = false;
    return `url("${url}")`;
  });
  return isKnown ? replaced : null;
}

/**
 * Returns true if the value, outside of strings, has only allowed functions: no url(), image-set(), var(), attr(), env(),
 * element() or paint().
 */
function isHarmless(value: string): boolean {
  // An unclosed string leaves its quotation mark: without the optional end, each quotation mark in it would match as a beginning.
  const bare = value.replaceAll(
    /"(?:[^"\\]|\\.)*("?)|'(?:[^'\\]|\\.)*('?)/gs,
    (_, double = "", single = "") => (`${double}${single}` === "" ? '"' : ""),
  );
  if (/[\\"'@;{}<]/.test(bare)) return false;
  return [...bare.matchAll(/(?<![\w-])([\w-]*)\(/g)].every(
    ([, name = ""]) => name === "" || functions.test(name),
  );
}

// The frame is as tall as the message: a length in viewport units would grow with the height that it causes.
const viewportLength = /(?<![\d.])(\d+(?:\.\d+)?|\.\d+)(?:[sld]?v(?:h|b|min|max))\b/g;
const inFixedLength = (_: string, amount: string) => `${Number(amount) * 8}px`;
