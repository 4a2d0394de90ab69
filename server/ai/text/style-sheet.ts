import type { Style } from "./hiding-styles.ts";
import { holds } from "./styles/conditions.ts";
import {
  type Declaration,
  readDeclarations,
  unescaped,
  withoutComments,
} from "./styles/declarations.ts";

/** What a rule can be about: one element, by name, classes and id. */
export interface Element {
  name: string;
  classes: readonly string[];
  id: string;
}

/** A rule that may hide or colour something: its selector as a chain, outermost first. */
interface StyleRule {
  chain: readonly Compound[];
  /** Of two that are about one element the more exact counts, and the later of those that are equally so. */
  exactness: number;
  declarations: readonly Declaration[];
}

interface Compound extends Element {
  /** The one before stands directly around it. */
  isChild: boolean;
}

/** As many as the reader's frame lets in. */
const maxRules = 5000;
/**
 * How many comparisons one mail's rules may take. Newsletters stay far below; rules made to be many against elements
 * made to lie deep would hold up the thread for minutes. From there on the mail shows as if it had no rules.
 */
const maxSteps = 60_000;
/** Of an element's classes as many are looked at, and of the elements around it. */
export const maxClasses = 50;
const maxDepth = 100;
const telling =
  /\\|display|visibility|opacity|zoom|font|height|width|size|left|top|right|bottom|inset|indent|margin|spacing|position|float|overflow|color|background|shadow/i;

/** What of a style counts, by weight: of two that say the same property the heavier, and of equals the later. */
export class Cascade implements Style {
  readonly #found = new Map<string, { value: string; weight: number }>();

  get size(): number {
    return this.#found.size;
  }

  get(name: string): string | undefined {
    return this.#found.get(name)?.value;
  }

  add({ name, value, isImportant }: Declaration, weight: number): void {
    const own = isImportant ? weight + weights.important : weight;
    if ((this.#found.get(name)?.weight ?? -1) <= own) this.#found.set(name, { value, weight: own });
  }
}

/** A rule weighs by its exactness, which stays below these. */
export const weights = { hint: 0, own: 1e7, important: 1e8 };

/**
 * The rules of a style sheet that decide what shows. Rules for other screens than the reader's are left out, and
 * selectors other than names, classes and ids one inside the other.
 */
export function readStyleSheet(css: string): StyleSheet {
  const rules: StyleRule[] = [];
  for (const { selector, body } of plainRules(withoutComments(css).replaceAll(/<!--|-->/g, " "))) {
    if (rules.length >= maxRules) break;
    if (!telling.test(body)) continue;
    const declarations = readDeclarations(body);
    if (declarations.length === 0) continue;
    for (const one of selector.split(",", maxRules)) {
      const chain = readSelector(one);
      if (!chain || rules.length >= maxRules) continue;
      rules.push({ chain, declarations, exactness: exactnessOf(chain) });
    }
  }
  return new StyleSheet(rules);
}

function exactnessOf(chain: readonly Compound[]): number {
  let exactness = 1;
  for (const { name, classes, id } of chain) {
    exactness += (id === "" ? 0 : 10_000) + classes.length * 100 + (name === "" ? 0 : 1);
  }
  return exactness;
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

  get isEmpty(): boolean {
    return this.#byLast.size === 0;
  }

  /** Whether a mail had more rules and elements than were held against each other. */
  get isCut(): boolean {
    return this.#budget.steps <= 0;
  }

  /** Adds what the rules declare for an element that lies in these. */
  declare(own: Element, path: readonly Element[], cascade: Cascade): void {
    if (this.#byLast.size === 0 || this.#budget.steps <= 0) return;
    const keys = new Set(["", own.name, `#${own.id}`, ...own.classes.map((it) => `.${it}`)]);
    const about = [...keys]
      .flatMap((key) => this.#byLast.get(key) ?? [])
      .toSorted((a, b) => a.place - b.place);
    for (const { rule } of about) {
      if (this.#budget.steps <= 0) break;
      if (!isAbout(rule, own, path, this.#budget)) continue;
      this.#budget.steps -= rule.declarations.length;
      for (const one of rule.declarations) cascade.add(one, rule.exactness);
    }
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
  return isAround(chain, chain.length - 2, path, path.length - 1, budget);
}

/** True when the chain up to here stands around, from this element of the path outwards. */
function isAround(
  chain: readonly Compound[],
  link: number,
  path: readonly Element[],
  from: number,
  budget: { steps: number },
): boolean {
  const outer = chain[link];
  if (!outer) return true;
  const isChild = chain[link + 1]?.isChild === true;
  const end = isChild ? from : Math.max(0, path.length - maxDepth);
  for (let at = from; at >= end && at >= 0 && budget.steps > 0; at--) {
    if (fits(outer, path[at], budget) && isAround(chain, link - 1, path, at - 1, budget))
      return true;
  }
  return false;
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

/** Rules that hold on the reader's screen. */
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
      if (closedTo === Infinity && !holds(selector)) closedTo = depth + 1;
      depth++;
      at = open + 1;
      continue;
    }
    if (closedTo === Infinity) yield { selector, body: css.slice(open + 1, close) };
    at = close + 1;
  }
}

function indexOrEnd(text: string, sought: string, from: number): number {
  const at = text.indexOf(sought, from);
  return at < 0 ? text.length : at;
}

function readSelector(selector: string): Compound[] | null {
  const parts = unescaped(selector.slice(0, 500))
    .trim()
    .replaceAll(/\s*>\s*/g, " > ")
    .split(/\s+/);
  const chain: Compound[] = [];
  let isChild = false;
  for (const part of parts) {
    if (part === ">") {
      isChild = true;
      continue;
    }
    if (
      chain.length >= 8 ||
      !/^(?:\*|[\w\u0080-\uffff-]+)?(?:[.#][\w\u0080-\uffff-]+)*$/.test(part)
    )
      return null;
    const name = /^[\w\u0080-\uffff-]+/.exec(part)?.[0] ?? "";
    const marks = part.slice(name.length).match(/[.#][\w\u0080-\uffff-]+/g) ?? [];
    chain.push({
      name: name.toLowerCase(),
      classes: marks.filter((it) => it.startsWith(".")).map((it) => it.slice(1)),
      id: marks.find((it) => it.startsWith("#"))?.slice(1) ?? "",
      isChild,
    });
    isChild = false;
  }
  return chain.length > 0 && !isChild ? chain : null;
}
