import { places } from "../../server/ai/classify/features.ts";
import { type Example, type Labelled, score, train, type Weights } from "./linear.ts";

/** Naive Bayes: the log-likelihood ratio of each feature for the head. */
function logRatios(all: readonly Labelled[], smoothing: number): Weights {
  const yes = new Float32Array(places).fill(smoothing);
  const no = new Float32Array(places).fill(smoothing);
  let [sumYes, sumNo] = [2 * smoothing, 2 * smoothing];
  for (const { example, isTrue, weight } of all) {
    const counts = isTrue ? yes : no;
    if (isTrue) sumYes += weight;
    else sumNo += weight;
    for (const place of example.at) counts[place] = (counts[place] ?? 0) + weight;
  }
  const at = yes.map(
    (count, place) => Math.log(count / sumYes) - Math.log((no[place] ?? 0) / sumNo),
  );
  return { bias: 0, at };
}

/** Logistic regression over features that are weighted by naive Bayes. */
export function trainOnRatios(
  all: readonly Labelled[],
  { smoothing = 1, ...options }: { smoothing?: number; passes?: number; rate?: number } = {},
): Weights {
  const ratios = logRatios(all, smoothing).at;
  const weighed = all.map((one) => ({ ...one, example: times(one.example, ratios) }));
  const { bias, at } = train(weighed, options);
  return { bias, at: at.map((weight, place) => weight * (ratios[place] ?? 0)) };
}

/** Adds logistic regression and naive Bayes, scaled to have equal influence. */
export function trainBoth(
  all: readonly Labelled[],
  options: { passes?: number; rate?: number } = {},
): Weights {
  const learned = train(all, options);
  const counted = logRatios(all, 1);
  const wide = spreadOf(learned, all);
  const narrow = spreadOf(counted, all);
  const share = wide.deviation / narrow.deviation;
  return {
    bias: learned.bias - share * narrow.mean,
    at: learned.at.map((weight, place) => weight + share * (counted.at[place] ?? 0)),
  };
}

function times({ at, value }: Example, factors: Float32Array): Example {
  return { at, value: value.map((one, index) => one * (factors[at[index] ?? 0] ?? 0)) };
}

function spreadOf(weights: Weights, all: readonly Labelled[]): { mean: number; deviation: number } {
  const scores = all.map(({ example }) => score(weights, example));
  const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
  const squares = scores.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / scores.length) || 1 };
}
