/** A training example: its features, its class, and its weight. */
export interface Example {
  features: readonly number[];
  target: number;
  weight: number;
}

/** Trains a logistic regression by plain gradient descent with a pull towards zero. The same input gives the same weights. */
export function trainLogistic(
  examples: readonly Example[],
  { rounds = 1500, rate = 0.5, pull = 0.002 } = {},
): number[] {
  const size = examples[0]?.features.length ?? 0;
  const weights = Array.from({ length: size }, () => 0);
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  for (let round = 0; round < rounds; round++) {
    const gradient = weights.map((weight) => weight * pull);
    for (const { features, target, weight } of examples) {
      const sum = features.reduce((all, value, at) => all + value * (weights[at] ?? 0), 0);
      const error = ((1 / (1 + Math.exp(-sum)) - target) * weight) / total;
      for (const [at, value] of features.entries())
        gradient[at] = (gradient[at] ?? 0) + error * value;
    }
    for (const [at, step] of gradient.entries()) weights[at] = (weights[at] ?? 0) - rate * step;
  }
  return weights;
}
