/** ROUGE-1, -2 and -L of a text against another: lower case, letters and digits, no stemming, F1. */
export function rouge(text: string, reference: string): [number, number, number] {
  const [one, other] = [tokens(text), tokens(reference)];
  return [
    overlap(one, other),
    overlap(pairs(one), pairs(other)),
    f1(longestCommon(one, other), one.length, other.length),
  ];
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function pairs(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

function overlap(one: readonly string[], other: readonly string[]): number {
  const left = Map.groupBy(other, (it) => it);
  const counts = new Map([...left].map(([word, all]) => [word, all.length]));
  let hits = 0;
  for (const word of one) {
    const count = counts.get(word) ?? 0;
    if (count > 0) hits++;
    counts.set(word, count - 1);
  }
  return f1(hits, one.length, other.length);
}

function longestCommon(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const word of one) {
    const next = [0];
    for (const [at, against] of other.entries()) {
      next.push(word === against ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function f1(hits: number, one: number, other: number): number {
  return hits === 0 ? 0 : (2 * hits) / (one + other);
}
