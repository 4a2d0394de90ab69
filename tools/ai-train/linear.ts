import { type Feature, places } from "../../server/ai/classify/features.ts";

/** A message as training input: numbers only. */
export interface Example {
  at: Int32Array;
  value: Float32Array;
}

export interface Weights {
  bias: number;
  at: Float32Array;
}

/** Returns the numbers of features; `isKept` filters them. */
export function exampleOf(
  features: readonly Feature[],
  isKept: (feature: Feature) => boolean = () => true,
): Example {
  const kept = features.filter(isKept);
  return {
    at: Int32Array.from(kept, ({ place }) => place),
    value: Float32Array.from(kept, ({ value }) => value),
  };
}

/** An example, its label for the head, and its weight. */
export interface Labelled {
  example: Example;
  isTrue: boolean;
  weight: number;
}

/** Logistic regression with AdaGrad, in a reproducible order. */
export function train(
  all: readonly Labelled[],
  { passes = 6, rate = 0.25, shrink = 2e-6 } = {},
): Weights {
  const weights: Weights = { bias: 0, at: new Float32Array(places) };
  const squares = new Float32Array(places).fill(1e-6);
  let biasSquares = 1e-6;
  const order = Int32Array.from(all, (_, index) => index);
  let state = 12_345;
  for (let pass = 0; pass < passes; pass++) {
    for (let last = order.length - 1; last > 0; last--) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      const other = state % (last + 1);
      const kept = order[last] ?? 0;
      order[last] = order[other] ?? 0;
      order[other] = kept;
    }
    for (const index of order) {
      const one = all[index];
      if (!one) continue;
      const { example, isTrue, weight } = one;
      const error = ((isTrue ? 1 : 0) - 1 / (1 + Math.exp(-score(weights, example)))) * weight;
      if (Math.abs(error) < 0.003) continue;
      biasSquares += error * error;
      weights.bias += (rate * error) / Math.sqrt(biasSquares);
      for (let at = 0; at < example.at.length; at++) {
        const place = example.at[at] ?? 0;
        const old = weights.at[place] ?? 0;
        const step = error * (example.value[at] ?? 0) - shrink * old;
        squares[place] = (squares[place] ?? 0) + step * step;
        weights.at[place] = old + (rate * step) / Math.sqrt(squares[place] ?? 1);
      }
    }
  }
  return weights;
}

/** Returns the log-odds of an example. */
export function score(weights: Weights, { at, value }: Example): number {
  let sum = weights.bias;
  for (let index = 0; index < at.length; index++) {
    sum += (weights.at[at[index] ?? 0] ?? 0) * (value[index] ?? 0);
  }
  return sum;
}
