/** Width of the reader beside the list, in pixels. Rules for other widths do not apply there. */
const width = 720;

/** Reports whether the rules in such a block apply in the reader, as web/frame/style-sheet.ts allows them. */
export function holds(prelude: string): boolean {
  const [, name = "", condition = ""] = /^@([a-z-]+)\s*([^]*)$/i.exec(prelude.toLowerCase()) ?? [];
  if (name === "media") return isMedia(condition);
  return name === "supports" && condition.length < 2000 && isSupported(condition.trim());
}

/** Reports whether a style element's `media` matches the reader. */
export function isForScreen(media: string): boolean {
  return media.trim() === "" || /^(?:all|screen|only screen)\b/i.test(media.trim());
}

function isMedia(list: string): boolean {
  const text = list.trim();
  // Queries about the user's system settings never match.
  if (!/^[\w\s.,:()<>=/-]*$/.test(text) || /prefers-(?!color-scheme)|url|device-pixel/.test(text)) {
    return false;
  }
  return text === "" || text.split(",").some((one) => isQuery(one.trim()));
}

function isQuery(query: string): boolean {
  const negated = /^not\s+(?!\()/.exec(query);
  if (negated) return !isQuery(query.slice(negated[0].length));
  const [, type = "", rest = ""] = /^(?:only\s+)?([a-z]+)(?:\s+and\s+([^]*))?$/.exec(query) ?? [];
  if (type !== "") return /^(?:all|screen)$/.test(type) && (rest === "" || isTrue(rest, isFeature));
  return isTrue(query, isFeature);
}

function isFeature(feature: string): boolean {
  const [, name = "", value = ""] = /^([\w-]+)\s*(?::\s*([^]*))?$/.exec(feature.trim()) ?? [];
  switch (name) {
    case "min-width":
      return width >= pixels(value);
    case "max-width":
      return width <= pixels(value);
    case "width":
      return value === "" || width === pixels(value);
    case "prefers-color-scheme":
      return value === "light";
    case "color":
      return value === "" || Number.parseInt(value, 10) === 8;
    case "min-color":
      return Number.parseInt(value, 10) <= 8;
    case "max-color":
      return Number.parseInt(value, 10) >= 8;
    case "grid":
      return value === "0";
    case "monochrome":
      return value === "0";
    case "min-height":
    case "min-aspect-ratio":
    case "min-resolution":
      return Number.parseFloat(value) === 0;
    case "scripting":
      return value === "none";
    case "":
      return isRange(feature);
    default:
      return false;
  }
}

/** Returns true if a range such as `(width >= 600px)` or `(300px < width <= 900px)` matches the screen. */
function isRange(feature: string): boolean {
  const parts = feature.split(/(<=|>=|<|>|=)/).map((part) => part.trim());
  if (parts.length < 3) return false;
  for (let at = 0; at + 2 < parts.length; at += 2) {
    const [left = "", sign = "", right = ""] = parts.slice(at, at + 3);
    const [one, other] = [left, right].map((side) => (side === "width" ? width : pixels(side)));
    if (!compares(one ?? Number.NaN, sign, other ?? Number.NaN)) return false;
  }
  return true;
}

function compares(one: number, sign: string, other: number): boolean {
  if (sign === "=") return one === other;
  if (sign.startsWith("<")) return one < other || (sign === "<=" && one === other);
  return one > other || (sign === ">=" && one === other);
}

function pixels(value: string): number {
  const number = Number.parseFloat(value);
  return /(?:em|rem)$/.test(value) ? number * 16 : number;
}

/** Reports support for standard properties with any value; vendor-prefixed ones count as unsupported. */
function isSupported(condition: string): boolean {
  if (condition.startsWith("selector(")) return !/-(?:moz|ms|o)-/.test(condition);
  return isTrue(condition, (declaration) => {
    const [, name = ""] = /^([\w-]+)\s*:\s*\S/.exec(declaration.trim()) ?? [];
    return name !== "" && !/^-(?:moz|ms|o)-|^mso-/.test(name);
  });
}

/** Evaluates `(a) and (b)`, `(a) or (b)` and `not (a)`, also nested. */
function isTrue(condition: string, isOne: (inside: string) => boolean, depth = 0): boolean {
  if (depth > 10) return false;
  const text = condition.trim();
  const negated = /^not\s*(?=\()/.exec(text);
  if (negated) return !isTrue(text.slice(negated[0].length), isOne, depth + 1);
  const parts = atTopLevel(text);
  if (parts === null) return false;
  const [first = "", sign] = parts;
  if (parts.length === 1) {
    const inside = first.slice(1, -1).trim();
    const isNested = inside.startsWith("(") || /^not\s*\(/.test(inside);
    return isNested ? isTrue(inside, isOne, depth + 1) : isOne(inside);
  }
  const all = parts.filter((_, at) => at % 2 === 0).map((one) => isTrue(one, isOne, depth + 1));
  return sign === "or" ? all.some(Boolean) : all.every(Boolean);
}

/** Splits a condition into its parenthesized parts and the words between; null for other syntax. */
function atTopLevel(text: string): string[] | null {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === "(") {
      if (depth++ > 0) continue;
      const between = text.slice(from, at).trim();
      if (found.length === 0 ? between !== "" : !/^(?:and|or)(?: not)?$/.test(between)) return null;
      if (found.length > 0) found.push(between.replace(" not", ""));
      from = between.endsWith(" not") ? text.lastIndexOf("not", at) : at;
    } else if (letter === ")") {
      if (--depth < 0) return null;
      if (depth > 0) continue;
      found.push(text.slice(from, at + 1));
      from = at + 1;
    }
  }
  return depth === 0 && found.length > 0 && text.slice(from).trim() === "" ? found : null;
}
