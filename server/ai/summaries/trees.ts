/** Decision trees whose leaf values are added. Each has three levels: the children of node n are 2n+1 and 2n+2. */
export interface Trees {
  base: number;
  /** Per tree: feature and threshold of each of seven splits, and the value of each of eight leaves. */
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
