import { scoreFrom, type Scored, thresholdOf } from "../ai-train/spam-threshold.ts";

/** A measured figure of the classification, without its interval. */
export interface Measured {
  row: number;
  what: string;
  metric: string;
  value: number;
  n: number;
  baseline: string;
  gate: number | null;
  isLower?: boolean;
}

/** Rows 1 and 2, and Berkeley's part of row 3. Each fold uses the threshold computed from the other folds. */
export function spamFound(scored: readonly Scored[]) {
  const called = [...new Set(scored.map(({ fold }) => fold))].flatMap((fold) => {
    const from = thresholdOf(scored.filter((one) => one.fold !== fold));
    const mine = scored.filter((one) => one.fold === fold);
    return mine.map((one) => ({ ...one, isCalled: one.score >= from }));
  });
  const share = (some: typeof called) => some.filter((one) => one.isCalled).length / some.length;
  const office = called.filter((one) => one.isOffice);
  const ham = called.filter((one) => !one.isSpam && !one.isOffice);
  const hard = ham.filter((one) => one.isHard);
  const bad = called.filter((one) => one.isSpam);
  const right = bad.filter((one) => one.isCalled).length;
  const wrong = ham.filter((one) => one.isCalled).length;
  const strict = scoreFrom(
    ham.map((one) => one.score),
    0.001,
  );
  return {
    f1: (2 * right) / (bad.length + right + wrong),
    n: ham.length + bad.length,
    ham: share(ham),
    nHam: ham.length,
    hard: share(hard),
    nHard: hard.length,
    office: share(office),
    nOffice: office.length,
    strictRecall: bad.filter((one) => one.score >= strict).length / bad.length,
    nSpam: bad.length,
  };
}

/** F1 at the threshold that ships. That threshold is raised by office mail and invented mail too. */
export function foundFrom(scored: readonly Scored[], from: number) {
  const corpus = scored.filter((one) => !one.isOffice);
  const bad = corpus.filter((one) => one.isSpam).length;
  const called = corpus.filter((one) => one.score >= from);
  const right = called.filter((one) => one.isSpam).length;
  return { f1: (2 * right) / (bad + called.length), n: corpus.length };
}

/** The rows for these spam results. */
export function spamRows(found: ReturnType<typeof spamFound>, baseline: string): Measured[] {
  const lower = { metric: "FPR", baseline, isLower: true };
  return [
    {
      row: 1,
      what: "spam, in domain (5 folds, own threshold)",
      metric: "F1",
      value: found.f1,
      n: found.n,
      baseline,
      gate: 0.97,
    },
    {
      row: 1,
      what: "ham called spam, in domain",
      ...lower,
      value: found.ham,
      n: found.nHam,
      gate: 0.003,
    },
    {
      row: 1,
      what: "hard ham called spam",
      ...lower,
      value: found.hard,
      n: found.nHard,
      gate: 0.04,
    },
    {
      row: 2,
      what: "spam found at 0.1 % FPR",
      metric: "recall",
      value: found.strictRecall,
      n: found.nSpam,
      baseline: ".935",
      gate: 0.93,
    },
  ];
}
