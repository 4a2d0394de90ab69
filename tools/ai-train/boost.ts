import type { Trees } from "../../server/ai/summaries/trees.ts";
import { seeded } from "../ai-eval/eval-part.ts";
import type { Example } from "./logistic.ts";

interface Options {
  rounds?: number;
  rate?: number;
  leastInLeaf?: number;
  /** Share of the examples that each tree sees. */
  sample?: number;
  seed?: number;
}

/** Gradient boosting of trees with three questions each, by squared error. The same input gives the same trees. */
export function boost(
  examples: readonly Example[],
  { rounds = 150, rate = 0.06, leastInLeaf = 12, sample = 0.6, seed = 7 }: Options = {},
): Trees {
  const random = seeded(seed);
  const size = examples[0]?.features.length ?? 0;
  const cuts = Array.from({ length: size }, (_, feature) => cutsOf(examples, feature));
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const base = examples.reduce((sum, { target, weight }) => sum + target * weight, 0) / total;
  const now = examples.map(() => base);
  const trees: Trees["trees"][number][] = [];
  for (let round = 0; round < rounds; round++) {
    const seen = examples.flatMap((_, at) => (random() < sample ? [at] : []));
    const usable = cuts.map((options) => (random() < 0.6 ? options : []));
    const rests = examples.map(({ target }, at) => target - (now[at] ?? 0));
    const tree = {
      features: Array.from({ length: 7 }, () => 0),
      thresholds: Array.from({ length: 7 }, () => 1e9),
      leaves: Array.from({ length: 8 }, () => 0),
    };
    const grow = (node: number, members: number[]): void => {
      if (node >= 7) {
        const { all, weights } = sumOf(examples, rests, members);
        tree.leaves[node - 7] = Math.round((rate * all * 1e5) / (weights + 2)) / 1e5;
        return;
      }
      const split = bestSplit({ examples, rests, members, cuts: usable, leastInLeaf });
      if (split) {
        tree.features[node] = split.feature;
        tree.thresholds[node] = split.cut;
      }
      const isLeft = (at: number): boolean =>
        !split || (examples[at]?.features[split.feature] ?? 0) <= split.cut;
      grow(2 * node + 1, members.filter(isLeft));
      grow(
        2 * node + 2,
        members.filter((at) => !isLeft(at)),
      );
    };
    grow(0, seen);
    trees.push(tree);
    for (const [at, { features }] of examples.entries()) {
      let node = 0;
      while (node < 7)
        node =
          2 * node +
          ((features[tree.features[node] ?? 0] ?? 0) <= (tree.thresholds[node] ?? 1e9) ? 1 : 2);
      now[at] = (now[at] ?? 0) + (tree.leaves[node - 7] ?? 0);
    }
  }
  return { base: Math.round(base * 1e5) / 1e5, trees };
}

/** Returns the members' weighted sum of `rests`, and the sum of their weights. */
function sumOf(
  examples: readonly Example[],
  rests: readonly number[],
  members: readonly number[],
): { all: number; weights: number } {
  let all = 0;
  let weights = 0;
  for (const at of members) {
    const weight = examples[at]?.weight ?? 0;
    weights += weight;
    all += weight * (rests[at] ?? 0);
  }
  return { all, weights };
}

/** Returns the feature and threshold that reduce the members' squared error most. */
function bestSplit(given: {
  examples: readonly Example[];
  /** Target of each example minus the current estimate. */
  rests: readonly number[];
  members: readonly number[];
  /** Thresholds to try, by feature. */
  cuts: readonly (readonly number[])[];
  leastInLeaf: number;
}) {
  const { examples, rests, members, cuts, leastInLeaf } = given;
  const { all, weights } = sumOf(examples, rests, members);
  let best: { feature: number; cut: number; gain: number } | undefined;
  for (const [feature, options] of cuts.entries()) {
    for (const cut of options) {
      let left = 0;
      let leftWeight = 0;
      let count = 0;
      for (const at of members) {
        const example = examples[at];
        if (!example || (example.features[feature] ?? 0) > cut) continue;
        count++;
        leftWeight += example.weight;
        left += example.weight * (rests[at] ?? 0);
      }
      if (count < leastInLeaf || members.length - count < leastInLeaf) continue;
      const right = all - left;
      const gain =
        left ** 2 / leftWeight + right ** 2 / (weights - leftWeight) - all ** 2 / weights;
      if (gain > (best?.gain ?? 1e-9)) best = { feature, cut, gain };
    }
  }
  return best;
}

/** Returns the thresholds at which a feature may be split: quantiles of its values, twelve at most, and 0 and 0.5. */
function cutsOf(examples: readonly Example[], feature: number): number[] {
  const values = examples.map(({ features }) => features[feature] ?? 0).toSorted((a, b) => a - b);
  const cuts = new Set<number>();
  for (let step = 1; step <= 12; step++) {
    const value = values[Math.floor((values.length * step) / 13)] ?? 0;
    cuts.add(Math.round(value * 1e4) / 1e4);
  }
  for (const cut of [0, 0.5])
    if ((values[0] ?? 0) <= cut && (values.at(-1) ?? 0) > cut) cuts.add(cut);
  return [...cuts];
}
