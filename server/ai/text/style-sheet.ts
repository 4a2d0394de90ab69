import { readDeclarations } from "./hiding-styles.ts";

/** What a rule can be about: one element, by name, classes and id. */
export interface Element {
  name: string;
  classes: readonly string[];
  id: string;
}

/** A rule that may hide or colour something: its selector as a chain, outermost first. */
export interface StyleRule {
  chain: readonly Element[];
  declarations: ReadonlyMap<string, string>;
}

const maxRules = 300;
const telling =
  /display|visibility|opacity|font|height|width|left|top|right|bottom|indent|margin|clip|transform|color|background|hide/;

/**
 * The rules of a style sheet that decide what shows. Rules for some screens only (a narrow one, paper) are left out, and
 * selectors other than names, classes and ids one inside the other.
 */
export function readStyleSheet(css: string): StyleRule[] {
  const rules: StyleRule[] = [];
  for (const { selector, body } of plainRules(withoutComments(css.slice(0, 100_000)))) {
    if (!telling.test(body)) continue;
    const declarations = readDeclarations(body);
    for (const one of selector.split(",")) {
      const chain = readSelector(one);
      if (chain && rules.length < maxRules) rules.push({ chain, declarations });
    }
  }
  return rules;
}

/** True when the rule is about the last of these elements, which lie one in the other. */
export function isAbout({ chain }: StyleRule, path: readonly Element[]): boolean {
  const own = path.at(-1);
  const last = chain.at(-1);
  if (!own || !last || !fits(last, own)) return false;
  let at = path.length - 2;
  for (const outer of chain.slice(0, -1).toReversed()) {
    while (at >= 0 && !fits(outer, path[at])) at--;
    if (at < 0) return false;
    at--;
  }
  return true;
}

function fits(wanted: Element, element: Element | undefined): boolean {
  return (
    element !== undefined &&
    (wanted.name === "" || wanted.name === element.name) &&
    (wanted.id === "" || wanted.id === element.id) &&
    wanted.classes.every((it) => element.classes.includes(it))
  );
}

function withoutComments(css: string): string {
  return css
    .split("/*")
    .map((piece, index) => (index === 0 ? piece : piece.slice(endOfComment(piece))))
    .join("")
    .replaceAll("<!--", "")
    .replaceAll("-->", "");
}

function endOfComment(piece: string): number {
  const end = piece.indexOf("*/");
  return end < 0 ? piece.length : end + 2;
}

/** Rules that hold on every screen. */
function* plainRules(css: string): Generator<{ selector: string; body: string }> {
  let at = 0;
  /** How many blocks are open, and the outermost that is not for every screen. */
  let depth = 0;
  let closedTo = Infinity;
  while (at < css.length) {
    const open = css.indexOf("{", at);
    const close = css.indexOf("}", at);
    if (close >= 0 && (open < 0 || close < open)) {
      depth = Math.max(0, depth - 1);
      if (depth < closedTo) closedTo = Infinity;
      at = close + 1;
      continue;
    }
    if (open < 0) return;
    const selector = css.slice(at, open).trim().split(";").at(-1)?.trim() ?? "";
    if (selector.startsWith("@")) {
      if (!/^@media (?:only )?(?:screen|all)$/.test(selector))
        closedTo = Math.min(closedTo, depth + 1);
      depth++;
      at = open + 1;
      continue;
    }
    const end = close < 0 ? css.length : close;
    if (closedTo === Infinity) yield { selector, body: css.slice(open + 1, end).toLowerCase() };
    at = end + 1;
  }
}

function readSelector(selector: string): Element[] | null {
  const compounds = selector.trim().split(/[\s>]+/);
  const chain: Element[] = [];
  for (const compound of compounds.slice(0, 8)) {
    if (!/^[\w.#*-]+$/.test(compound)) return null;
    const name = /^[\w-]+/.exec(compound)?.[0] ?? "";
    const parts = compound.slice(name.length).match(/[.#][\w-]+/g) ?? [];
    chain.push({
      name: name.toLowerCase(),
      classes: parts.filter((it) => it.startsWith(".")).map((it) => it.slice(1)),
      id: parts.find((it) => it.startsWith("#"))?.slice(1) ?? "",
    });
  }
  return chain.length > 0 && compounds.length <= 8 ? chain : null;
}
