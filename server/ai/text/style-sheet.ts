import type { Style } from "./hiding-styles.ts";
import { rulesIn } from "./styles/blocks.ts";
import { holds } from "./styles/conditions.ts";
import { type Declaration, readDeclarations } from "./styles/declarations.ts";
import {
  type Element,
  exactnessOf,
  isAbout,
  readSelector,
  type Selector,
  selectorsIn,
} from "./styles/selectors.ts";

/** A rule that may hide or color something. Its selector is a chain, outermost first. */
interface StyleRule {
  chain: Selector;
  /** For the same element the more specific rule wins, and among equally specific ones the later. */
  exactness: number;
  declarations: readonly Declaration[];
}

/** As many as the reader's frame allows. */
const maxRules = 5000;
/**
 * Maximum number of comparisons for one message's rules. Newsletters stay far below; many rules against deeply nested elements,
 * as an attacker could send, would block the thread for minutes. Beyond it the message is read as if it had no rules.
 */
const maxSteps = 60_000;
/** Number of an element's classes that are examined. */
export const maxClasses = 50;
const indicative =
  /\\|display|visibility|opacity|zoom|font|height|width|size|left|top|right|bottom|inset|indent|margin|spacing|position|float|overflow|color|background|shadow/i;

/** The winning declarations of an element, by weight: for the same property the heavier wins, and among equals the later. */
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

/** Base weights of the cascade; specificity, which is always lower, is added to them. */
export const weights = { hint: 0, own: 1e7, important: 1e8 };

/**
 * Parses the rules of a style sheet that affect visibility. Leaves out rules for media other than the reader's, and selectors
 * beyond names, classes, ids, attributes, ancestors and previous siblings.
 */
export function readStyleSheet(css: string): StyleSheet {
  const rules: StyleRule[] = [];
  for (const { selector, block, declarations: written } of rulesIn(
    css.replaceAll(/<!--|-->/g, " "),
    holds,
  )) {
    if (rules.length >= maxRules) break;
    if (!indicative.test(block)) continue;
    const declarations = readDeclarations(written);
    if (declarations.length === 0) continue;
    for (const one of selectorsIn(selector)) {
      const chain = readSelector(one);
      if (!chain || rules.length >= maxRules) continue;
      rules.push({ chain, declarations, exactness: exactnessOf(chain) });
    }
  }
  return new StyleSheet(rules);
}

/** The rules of a message, indexed by the last compound of their selectors. */
export class StyleSheet {
  /** Rules by "#id", ".class" or "name"; "" for those that can match any element. Each has its position in the sheet. */
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

  /** True if a message had more rules and elements than were compared. */
  get isCut(): boolean {
    return this.#budget.steps <= 0;
  }

  /** Adds the declarations of matching rules for an element with these ancestors. */
  declare(own: Element, path: readonly Element[], cascade: Cascade): void {
    if (this.#byLast.size === 0 || this.#budget.steps <= 0) return;
    const keys = new Set(["", own.name, `#${own.id}`, ...own.classes.map((it) => `.${it}`)]);
    const about = [...keys]
      .flatMap((key) => this.#byLast.get(key) ?? [])
      .toSorted((a, b) => a.place - b.place);
    for (const { rule } of about) {
      if (this.#budget.steps <= 0) break;
      if (!isAbout(rule.chain, own, path, this.#budget)) continue;
      this.#budget.steps -= rule.declarations.length;
      for (const one of rule.declarations) cascade.add(one, rule.exactness);
    }
  }
}
