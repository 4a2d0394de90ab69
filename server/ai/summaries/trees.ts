/** Decision trees whose leaves are added up. Each asks three questions: the split of a node n is followed by 2n+1, 2n+2. */
export interface Trees {
  base: number;
  /** By tree: the feature and the threshold of each of seven splits, and the value of each of eight leaves. */
  trees: readonly {
    features: readonly number[];
    thresholds: readonly number[];
    leaves: readonly number[];
  }[];
}

/** Returns the value of the trees for these features. */
export function valueOf({ base, trees }: Trees, features: readonly number[]): number {
  let sum = base;
  for (const tree of trees) {
    let node = 0;
    while (node < 7) {
      const value = features[tree.features[node] ?? 0] ?? 0;
      node = 2 * node + (value <= (tree.thresholds[node] ?? Infinity) ? 1 : 2);
    }
    sum += tree.leaves[node - 7] ?? 0;
  }
  return sum;
}
