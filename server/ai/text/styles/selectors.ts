import { unescaped } from "./declarations.ts";

/** An element as selectors see it: name, classes, id and position. */
export interface Element {
  name: string;
  classes: readonly string[];
  id: string;
  /** Names of its attributes. */
  attributes?: readonly string[];
  /** The preceding sibling element. */
  before?: Element | undefined;
}

/** A compound selector: a part that describes one element. */
interface Compound {
  name: string;
  classes: readonly string[];
  id: string;
  attributes: readonly string[];
  isFirst: boolean;
  /** The element must match one of each list in `oneOf`, and none in `noneOf`. */
  oneOf: readonly (readonly Compound[])[];
  noneOf: readonly Compound[];
  /** The combinator before it in the selector. */
  relation: " " | ">" | "+" | "~";
}

export type Selector = readonly Compound[];

/** Number of comparisons left. */
export interface Budget {
  steps: number;
}

const maxDepth = 100;
const maxParts = 8;
const piece =
  /^(?:([.#])([\w\u0080-\ufffd-]{1,200})|\[\s{0,9}([\w-]{1,50})\s{0,9}\]|:(first-child|link|any-link|root)(?![\w(-])|:(not|is|where)\(([^()]{0,400})\))/;

/** Splits a list of selectors at its commas, except within parentheses. */
export function selectorsIn(list: string): string[] {
  if (!list.includes("(")) return list.split(",");
  return list.match(/(?:[^,()]|\([^()]*\))+/g) ?? [];
}

/** Parses one selector; null if it is unsupported, or can never match while a message is only read. */
export function readSelector(written: string): Selector | null {
  const chain: Compound[] = [];
  let relation: Compound["relation"] = " ";
  for (const part of partsOf(unescaped(written.slice(0, 500)))) {
    if (part === ">" || part === "+" || part === "~") {
      relation = part;
      continue;
    }
    const compound = chain.length < maxParts ? readCompound(part) : null;
    if (!compound) return null;
    chain.push({ ...compound, relation });
    relation = " ";
  }
  return chain.length > 0 && relation === " " ? chain : null;
}

/** Returns compounds and the combinators between them. */
function partsOf(selector: string): string[] {
  return selector.match(/[>+~]|(?:[^\s>+~()[\]]|\([^()]*\)|\[[^[\]]*\])+/g) ?? [];
}

function readCompound(written: string): Compound | null {
  const [name = ""] = /^(?:\*|[\w\u0080-\ufffd-]{1,100})/.exec(written) ?? [];
  const compound = {
    name: name === "*" ? "" : name.toLowerCase(),
    id: "",
    isFirst: false,
    classes: [] as string[],
    attributes: [] as string[],
    oneOf: [] as Compound[][],
    noneOf: [] as Compound[],
    relation: " " as const,
  };
  let rest = written.slice(name.length);
  while (rest !== "") {
    const found = piece.exec(rest);
    if (!found) return null;
    const [whole, mark, word = "", attribute, state, choice, list = ""] = found;
    rest = rest.slice(whole.length);
    if (mark === ".") compound.classes.push(word);
    else if (mark === "#") compound.id = word;
    else if (attribute) compound.attributes.push(attribute.toLowerCase());
    else if (state === "first-child") compound.isFirst = true;
    else if (state === "root") compound.name = "html";
    else if (state) compound.attributes.push("href");
    else if (choice) {
      const inner = list.split(",").map((one) => readCompound(one.trim()));
      // An unsupported selector could match any element.
      if (inner.includes(null)) return null;
      const known = inner.filter((one) => one !== null);
      if (choice === "not") compound.noneOf.push(...known);
      else compound.oneOf.push(known);
    }
  }
  return compound;
}

/** Returns the specificity: for the same element the more specific rule wins. */
export function exactnessOf(selector: Selector): number {
  let exactness = 1;
  for (const one of selector) {
    const marks = one.classes.length + one.attributes.length + (one.isFirst ? 1 : 0);
    exactness += (one.id === "" ? 0 : 10_000) + marks * 100 + (one.name === "" ? 0 : 1);
    for (const inner of [...one.noneOf, ...one.oneOf.flat()]) exactness += exactnessOf([inner]) - 1;
  }
  return exactness;
}

/** Returns true if the selector matches an element with these ancestors. */
export function isAbout(
  selector: Selector,
  own: Element,
  path: readonly Element[],
  budget: Budget,
): boolean {
  const last = selector.at(-1);
  if (!last || !fits(last, own, budget)) return false;
  return isBeside(selector, selector.length - 1, { own, path, at: path.length - 1 }, budget);
}

interface Place {
  own: Element;
  path: readonly Element[];
  /** Index of the parent element in the path. */
  at: number;
}

/** Reports whether the rest of the selector matches around and before an element that matches the part with this number. */
function isBeside(selector: Selector, part: number, place: Place, budget: Budget): boolean {
  const wanted = selector[part - 1];
  if (!wanted) return true;
  const { path, at } = place;
  const matchesRest = (own: Element, next: number): boolean =>
    fits(wanted, own, budget) && isBeside(selector, part - 1, { own, path, at: next }, budget);
  const relation = selector[part]?.relation;
  if (relation === "+" || relation === "~") {
    for (let each = place.own.before; each && budget.steps > 0; each = each.before) {
      if (matchesRest(each, at)) return true;
      if (relation === "+") return false;
    }
    return false;
  }
  const end = relation === ">" ? at : Math.max(0, path.length - maxDepth);
  for (let index = at; index >= end && index >= 0 && budget.steps > 0; index--) {
    const each = path[index];
    if (each && matchesRest(each, index - 1)) return true;
  }
  return false;
}

function fits(wanted: Compound, element: Element, budget: Budget): boolean {
  budget.steps -= 1 + wanted.classes.length;
  return (
    budget.steps > 0 &&
    (wanted.name === "" || wanted.name === element.name) &&
    (wanted.id === "" || wanted.id === element.id) &&
    wanted.classes.every((it) => element.classes.includes(it)) &&
    wanted.attributes.every((it) => element.attributes?.includes(it)) &&
    (!wanted.isFirst || element.before === undefined) &&
    wanted.noneOf.every((one) => !fits(one, element, budget)) &&
    wanted.oneOf.every((some) => some.some((one) => fits(one, element, budget)))
  );
}
