/** One line of the report: a figure of reference table D9, or a part of it. */
export interface EvalRow {
  row: number;
  what: string;
  metric: string;
  value: number;
  /** Number of cases measured. */
  n: number;
  /** The 95 % confidence interval of the value. */
  interval: [number, number];
  /** Describes in words what simple methods reach. */
  baseline: string;
  gate: number | null;
  higherIsBetter: boolean;
  isMet: boolean;
}

export interface EvalOptions {
  /** Lines of the modern corpus that are scored. */
  half: "even" | "odd" | "all";
  /** True to print each case that missed. */
  misses: boolean;
  /** Measures of part `modern` to run; all of them if it is empty. */
  measures: readonly string[];
  /** True to run the measures `oracle-*` of part `modern`, with a model that knows the truth, and no others. */
  hasOracle: boolean;
}

/** A part of `npm run ai:eval`: each file of this folder that exports one as `part` is run. */
export interface EvalPart {
  name: string;
  /** Without corpora, returns only the rows that need just the project's own data. */
  run: (corpora: string | null, options: EvalOptions) => Promise<EvalRow[]>;
}

export interface Measure<Case> {
  row: number;
  what: string;
  metric: string;
  cases: readonly Case[];
  /** Computes the figure for any sample of the cases. */
  score: (cases: readonly Case[]) => number;
  baseline: string;
  gate: number | null;
  higherIsBetter?: boolean;
}

/**
 * Returns a row with its confidence interval, by bootstrap over the cases: the range of the figure for other messages of the same
 * kind.
 */
export function measure<Case>({
  cases,
  score,
  higherIsBetter = true,
  ...rest
}: Measure<Case>): EvalRow {
  const value = score(cases);
  const { gate } = rest;
  const isMet = gate === null || (higherIsBetter ? value >= gate : value <= gate);
  return {
    ...rest,
    value,
    n: cases.length,
    interval: bootstrap(cases, score),
    higherIsBetter,
    isMet,
  };
}

const samples = 1000;

function bootstrap<Case>(
  cases: readonly Case[],
  score: (cases: readonly Case[]) => number,
): [number, number] {
  const random = seeded(20_261_122);
  const values = Array.from({ length: samples }, () =>
    score(cases.flatMap(() => cases[Math.floor(random() * cases.length)] ?? [])),
  ).toSorted((a, b) => a - b);
  return [values[Math.floor(samples * 0.025)] ?? 0, values[Math.ceil(samples * 0.975) - 1] ?? 0];
}

/** Mulberry32, a seeded random generator. Every run draws the same numbers, which makes runs comparable. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the mean of the values, or 0 without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}
