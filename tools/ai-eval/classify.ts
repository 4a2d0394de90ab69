import { measureCorpora } from "./classify-corpora.ts";
import { macroF1, scoreGeneratedCategories, scoreGeneratedPriorities } from "./classify-made.ts";
import type { Measured } from "./classify-spam.ts";
import type { EvalPart, EvalRow } from "./eval-part.ts";

/**
 * Classification: rows 1 to 8 and 19. If the model was trained on a corpus, each fold is measured with a model trained without
 * it.
 */
export const part: EvalPart = {
  name: "classify",
  async run(corpora) {
    const rows = corpora === null ? [] : await measureCorpora(corpora);
    return [...rows, ...(await invented())].map(rowOf);
  },
};

function rowOf({ isLower = false, gate, value, n, ...row }: Measured): EvalRow {
  const wide = 1.96;
  // Wilson's interval, which is also valid for shares near 0 and 1.
  const middle = (value + wide ** 2 / (2 * n)) / (1 + wide ** 2 / n);
  const half =
    (wide / (1 + wide ** 2 / n)) * Math.sqrt((value * (1 - value)) / n + wide ** 2 / (4 * n * n));
  const isMet = gate === null || (isLower ? value <= gate : value >= gate);
  const interval: [number, number] = [Math.max(0, middle - half), Math.min(1, middle + half)];
  return { ...row, value, n, gate, isMet, interval, higherIsBetter: !isLower };
}

async function invented(): Promise<Measured[]> {
  const verdicts = scoreGeneratedCategories();
  const none = "none";
  const gates = [
    [0, 0.75],
    [20, 0.82],
    [100, 0.88],
  ] as const;
  const last = await scoreGeneratedPriorities(100);
  return [
    {
      row: 6,
      what: "categories, invented, held-out",
      metric: "macro F1",
      value: macroF1(verdicts),
      n: verdicts.length,
      baseline: none,
      gate: 0.9,
    },
    ...(await Promise.all(
      gates.map(async ([examples, gate]): Promise<Measured> => {
        const { aucs } = await scoreGeneratedPriorities(examples);
        const value = aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
        return {
          row: 19,
          what: `priority after ${examples} signals`,
          metric: "AUC, mean of owners",
          value,
          n: aucs.length,
          baseline: none,
          gate,
        };
      }),
    )),
    // This row has only a goal, not a gate.
    {
      row: 19,
      what: "High after 100 signals (goal .85)",
      metric: "precision",
      value: last.right / last.predicted,
      n: last.predicted,
      baseline: none,
      gate: null,
    },
  ];
}
