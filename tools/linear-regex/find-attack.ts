import { compileRegex, countSteps } from "./count-steps.ts";
import { parseRegex, type RegexNode } from "./parse-regex.ts";

/** A text on which a regular expression takes more steps than allowed. */
export interface Attack {
  prefix: string;
  pump: string;
  suffix: string;
}

const tried = { repeats: 150, stepsPerChar: 100 };
/** Limits that bounded repetition stays below; work that grows with the square of this length exceeds them. */
const proven = { repeats: 1500, stepsPerChar: 500 };

const alphabet = [
  ...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)),
  ..."äßéи写あ：\u00a0\u2028İ",
];

/** Returns a text that makes the work grow faster than its length; undefined if none of the texts tried does. */
export function findAttack(pattern: string, flags: string): Attack | undefined {
  const root = parseRegex(pattern, flags);
  const loops = endlessRepeats(root);
  if (loops.length === 0) return undefined;
  const program = compileRegex(root);
  const letters = representatives(root);
  const beginnings = unique([
    "",
    "\0",
    ...loops.map((loop) => beginningOf(root, loop, letters) ?? ""),
  ]);
  const words = unique([
    ...loops.flatMap(({ body }) => letters.map((letter) => sampleOf(body, [letter, ...letters]))),
    ...beginnings,
    ...beginnings.flatMap((beginning) => letters.map((letter) => beginning + letter)),
    ...slicesOf(root).map((items) => sampleOf({ kind: "sequence", items }, letters)),
  ]);
  const pumps = unique([...letters, ...words].filter((pump) => pump !== "" && pump.length <= 40));
  const suffixes = ["\0", "", "\n\0"];
  for (const pump of pumps) {
    for (const prefix of beginnings) {
      for (const suffix of suffixes) {
        const attack = { prefix, pump, suffix };
        if (isTooMuch(attack, tried) && isTooMuch(attack, proven)) return attack;
      }
    }
  }
  return undefined;

  function isTooMuch({ prefix, pump, suffix }: Attack, { repeats, stepsPerChar }: typeof tried) {
    const text = prefix + pump.repeat(repeats) + suffix;
    const most = text.length * stepsPerChar;
    return countSteps(program, text, most) >= most;
  }
}

type Repeat = Extract<RegexNode, { kind: "repeat" }>;

function childrenOf(node: RegexNode): RegexNode[] {
  if (node.kind === "sequence" || node.kind === "choice") return node.items;
  return node.kind === "repeat" || node.kind === "look" ? [node.body] : [];
}

function endlessRepeats(node: RegexNode): Repeat[] {
  const inner = childrenOf(node).flatMap(endlessRepeats);
  return node.kind === "repeat" && node.max === Infinity ? [node, ...inner] : inner;
}

function atomsOf(node: RegexNode): Extract<RegexNode, { kind: "atom" }>[] {
  return node.kind === "atom" ? [node] : childrenOf(node).flatMap(atomsOf);
}

function edgesOf(node: RegexNode): Extract<RegexNode, { kind: "edge" }>[] {
  return node.kind === "edge" ? [node] : childrenOf(node).flatMap(edgesOf);
}

/** Returns one character for each set of atoms and edges that match it or beside it, the largest sets first. */
function representatives(root: RegexNode): string[] {
  const atoms = atomsOf(root);
  const edges = edgesOf(root);
  const bySet = new Map<string, string>();
  const bit = (is: boolean) => (is ? "1" : "0");
  for (const letter of alphabet) {
    const matched = atoms.map(({ matches }) => bit(matches(letter))).join("");
    // A line end starts a line for `^` with the flag m, which other white space does not.
    const beside = edges.map(({ holds }) => bit(holds(letter, "a")) + bit(holds("a", letter)));
    const set = matched + beside.join("");
    if (matched.includes("1") && !bySet.has(set)) bySet.set(set, letter);
  }
  const weight = (set: string) => set.replaceAll("0", "").length;
  return [...bySet]
    .toSorted(([a], [b]) => weight(b) - weight(a))
    .slice(0, 24)
    .map(([, letter]) => letter);
}

/** Returns a short text that the node matches, built from the first matching characters. */
function sampleOf(node: RegexNode, letters: readonly string[]): string {
  switch (node.kind) {
    case "atom":
      return letters.find(node.matches) ?? alphabet.find(node.matches) ?? "";
    case "edge":
    case "look":
      return "";
    case "sequence":
      return node.items.map((item) => sampleOf(item, letters)).join("");
    case "choice":
      return node.items[0] ? sampleOf(node.items[0], letters) : "";
    case "repeat":
      return sampleOf(node.body, letters).repeat(Math.max(1, Math.min(node.min, 100)));
  }
}

/** Returns all sequences of two to six adjacent nodes that contain a repetition. */
function slicesOf(node: RegexNode): RegexNode[][] {
  const inner = childrenOf(node).flatMap(slicesOf);
  if (node.kind !== "sequence") return inner;
  const own = node.items.flatMap((_item, start) =>
    [2, 3, 4, 5, 6].map((count) => node.items.slice(start, start + count)),
  );
  return [...own.filter((items) => items.some(({ kind }) => kind === "repeat")), ...inner];
}

/** Returns the text required before a loop for the loop to begin. */
function beginningOf(
  node: RegexNode,
  loop: Repeat,
  letters: readonly string[],
): string | undefined {
  if (node === loop) return "";
  if (node.kind !== "sequence") {
    for (const child of childrenOf(node)) {
      const found = beginningOf(child, loop, letters);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  let before = "";
  for (const item of node.items) {
    const found = beginningOf(item, loop, letters);
    if (found !== undefined) return before + found;
    before += item.kind === "repeat" && item.min === 0 ? "" : sampleOf(item, letters);
  }
  return undefined;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
