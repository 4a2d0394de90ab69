import type { RegexNode } from "./parse-regex.ts";

type Step =
  | { kind: "atom"; matches: (char: string) => boolean }
  | { kind: "edge"; holds: (before: string, after: string) => boolean }
  | { kind: "look"; program: RegexProgram; isNegative: boolean }
  | { kind: "split"; first: number; second: number }
  | { kind: "jump"; to: number }
  | { kind: "enter"; loop: number }
  | { kind: "moved"; loop: number }
  | { kind: "end" };

/** A regular expression as the instructions of a backtracking machine, like the one of JavaScript. */
export type RegexProgram = Step[];

/** The start of each loop's current round: a round that consumes nothing ends its loop. */
type Rounds = { loop: number; at: number; rest: Rounds } | undefined;

const maxCopies = 2200;

export function compileRegex(root: RegexNode): RegexProgram {
  const program: RegexProgram = [];
  const add = (step: Step) => program.push(step) - 1;
  let loops = 0;

  /** Makes a split choose between the instructions after it and those after everything added since. */
  const branch = (split: number, isGreedy: boolean) => {
    const [inside, after] = [split + 1, program.length];
    const [first, second] = isGreedy ? [inside, after] : [after, inside];
    program[split] = { kind: "split", first, second };
  };
  const optional = (isGreedy: boolean, body: () => void) => {
    const split = add({ kind: "split", first: 0, second: 0 });
    body();
    branch(split, isGreedy);
  };
  /** Compiles a lookbehind of one character; a longer one is ignored. */
  const behind = ({ body, isNegative }: Extract<RegexNode, { kind: "look" }>) => {
    const atom = body.kind === "sequence" && body.items.length === 1 ? body.items[0] : body;
    if (atom?.kind !== "atom") return;
    const holds = (before: string) => (before !== "" && atom.matches(before)) !== isNegative;
    add({ kind: "edge", holds });
  };
  const emit = (node: RegexNode): void => {
    switch (node.kind) {
      case "atom":
      case "edge":
        add(node);
        return;
      case "look":
        if (node.isBehind) behind(node);
        else add({ kind: "look", program: compileRegex(node.body), isNegative: node.isNegative });
        return;
      case "sequence":
        for (const item of node.items) emit(item);
        return;
      case "choice": {
        const jumps: number[] = [];
        node.items.forEach((item, index) => {
          if (index === node.items.length - 1) return emit(item);
          optional(true, () => {
            emit(item);
            jumps.push(add({ kind: "jump", to: 0 }));
          });
        });
        for (const jump of jumps) program[jump] = { kind: "jump", to: program.length };
        return;
      }
      case "repeat": {
        const { body, min, max, isGreedy } = node;
        for (let copy = 0; copy < Math.min(min, maxCopies); copy++) emit(body);
        if (max !== Infinity) {
          const splits: number[] = [];
          for (let copy = 0; copy < Math.min(max - min, maxCopies); copy++) {
            splits.push(add({ kind: "split", first: 0, second: 0 }));
            emit(body);
          }
          for (const split of splits) branch(split, isGreedy);
          return;
        }
        const start = program.length;
        optional(isGreedy, () => {
          const loop = loops++;
          add({ kind: "enter", loop });
          emit(body);
          add({ kind: "moved", loop });
          add({ kind: "jump", to: start });
        });
      }
    }
  };
  emit(root);
  add({ kind: "end" });
  return program;
}

/** Returns the number of steps needed to find all matches in the text, or `most` if that is not enough. */
export function countSteps(program: RegexProgram, text: string, most: number): number {
  const chars = [...text];
  let steps = 0;
  /** Returns the end of the match; -1 without a match. */
  const runAt = (code: RegexProgram, start: number): number => {
    const later: { pc: number; at: number; rounds: Rounds }[] = [
      { pc: 0, at: start, rounds: undefined },
    ];
    for (let now = later.pop(); now; now = later.pop()) {
      let { pc, at, rounds } = now;
      for (let isAlive = true; isAlive;) {
        if (++steps >= most) return at;
        const step = code[pc++];
        switch (step?.kind) {
          case "atom": {
            const char = chars[at++];
            isAlive = char !== undefined && step.matches(char);
            break;
          }
          case "edge":
            isAlive = step.holds(chars[at - 1] ?? "", chars[at] ?? "");
            break;
          case "look":
            isAlive = runAt(step.program, at) >= 0 !== step.isNegative;
            break;
          case "split":
            later.push({ pc: step.second, at, rounds });
            pc = step.first;
            break;
          case "jump":
            pc = step.to;
            break;
          case "enter":
            rounds = { loop: step.loop, at, rest: rounds };
            break;
          case "moved": {
            let round = rounds;
            while (round && round.loop !== step.loop) round = round.rest;
            isAlive = round?.at !== at;
            rounds = round?.rest;
            break;
          }
          case "end":
          case undefined:
            return at;
        }
      }
    }
    return -1;
  };
  for (let start = 0; start <= chars.length && steps < most;) {
    start = Math.max(start + 1, runAt(program, start));
  }
  return Math.min(steps, most);
}
