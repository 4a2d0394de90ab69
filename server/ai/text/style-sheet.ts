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
/**
 * How many comparisons one mail's rules may take. Newsletters stay far below; rules made to be many against elements
 * made to lie deep would hold up the thread for minutes. From there on the mail shows as if it had no rules.
 */
const maxSteps = 60_000;
/** Of an element's classes as many are looked at, and of the elements around it. */
export const maxClasses = 50;
const maxDepth = 100;
const telling =
  /display|visibility|opacity|font|height|width|left|top|right|bottom|indent|margin|clip|transform|color|background|hide/;

/**
 * The rules of a style sheet that decide what shows. Rules for some screens only (a narrow one, paper) are left out, and
 * selectors other than names, classes and ids one inside the other.
 */
export function readStyleSheet(css: string): StyleSheet {
  const rules: StyleRule[] = [];
  for (const { selector, body } of plainRules(withoutComments(css.slice(0, 100_000)))) {
    if (rules.length >= maxRules) break;
    if (!telling.test(body)) continue;
    const declarations = readDeclarations(body);
    for (const one of selector.split(",", maxRules)) {
      const chain = readSelector(one);
      if (chain && rules.length < maxRules) rules.push({ chain, declarations });
    }
  }
  return new StyleSheet(rules);
}

/** The rules of one mail, found by what their last element is called. */
export class StyleSheet {
  /** By "#id", ".class" or "name"; "" for those that may be about any. Each with its place among all. */
  readonly #byLast = new Map<string, { rule: StyleRule; place: number }[]>();
  readonly #budget = { steps: maxSteps };

  constructor(rules: readonly StyleRule[]) {
    for (const [place, rule] of rules.entries()) {
      const last = rule.chain.at(-1);
      const [first] = last?.classes ?? [];
      const key = last?.id ? `#${last.id}` : first === undefined ? (last?.name ?? "") : `.${first}`;
      const known = this.#byLast.get(key);
      if (known) known.push({ rule, place });
      else this.#byLast.set(key, [{ rule, place }]);
    }
  }

  /** What the rules declare for an element that lies in these, the last of each name. */
  declarationsFor(own: Element, path: readonly Element[]): Map<string, string> {
    const style = new Map<string, string>();
    if (this.#byLast.size === 0 || this.#budget.steps <= 0) return style;
    const keys = new Set(["", own.name, `#${own.id}`, ...own.classes.map((it) => `.${it}`)]);
    const about = [...keys]
      .flatMap((key) => this.#byLast.get(key) ?? [])
      .toSorted((a, b) => a.place - b.place);
    for (const { rule } of about) {
      if (this.#budget.steps <= 0) break;
      if (!isAbout(rule, own, path, this.#budget)) continue;
      this.#budget.steps -= rule.declarations.size;
      for (const [key, value] of rule.declarations) style.set(key, value);
    }
    return style;
  }
}

/** True when the rule is about this element, which lies in these. */
function isAbout(
  { chain }: StyleRule,
  own: Element,
  path: readonly Element[],
  budget: { steps: number },
): boolean {
  const last = chain.at(-1);
  if (!last || !fits(last, own, budget)) return false;
  let at = path.length - 1;
  const end = Math.max(0, path.length - maxDepth);
  for (const outer of chain.slice(0, -1).toReversed()) {
    while (at >= end && !fits(outer, path[at], budget)) at--;
    if (at < end) return false;
    at--;
  }
  return true;
}

function fits(wanted: Element, element: Element | undefined, budget: { steps: number }): boolean {
  budget.steps -= 1 + wanted.classes.length;
  return (
    budget.steps > 0 &&
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
  let open = -1;
  let close = -1;
  while (at < css.length) {
    // What was found further on still holds: looking for it anew costs the square of the sheet.
    if (open < at) open = indexOrEnd(css, "{", at);
    if (close < at) close = indexOrEnd(css, "}", at);
    if (close < open) {
      depth = Math.max(0, depth - 1);
      if (depth < closedTo) closedTo = Infinity;
      at = close + 1;
      continue;
    }
    if (open === css.length) return;
    const selector = css.slice(at, open).trim().split(";").at(-1)?.trim() ?? "";
    if (selector.startsWith("@")) {
      if (!/^@media (?:only )?(?:screen|all)$/.test(selector))
        closedTo = Math.min(closedTo, depth + 1);
      depth++;
      at = open + 1;
      continue;
    }
    if (closedTo === Infinity) yield { selector, body: css.slice(open + 1, close).toLowerCase() };
    at = close + 1;
  }
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from);
  return at < 0 ? text.length : at;
}

function readSelector(selector: string): Element[] | null {
  const compounds = selector
    .slice(0, 500)
    .trim()
    .split(/[\s>]+/);
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
