import { expect, test } from "vitest";
import { macroF1, scoreGeneratedCategories, scoreGeneratedPriorities } from "./classify-made.ts";

// The tests take seconds of processor time, which is minutes on a busy machine.
const options = { timeout: 120_000 };

test(
  "classifies invented mail with words and layouts that are not in the training data",
  options,
  () => {
    expect(macroF1(scoreGeneratedCategories())).toBeGreaterThan(0.9);
  },
);

test("priority is predicted better the more feedback the user gives", options, async () => {
  const mean = async (examples: number) => {
    const { aucs } = await scoreGeneratedPriorities(examples, 12);
    return aucs.reduce((sum, auc) => sum + auc, 0) / aucs.length;
  };
  expect(await mean(0)).toBeGreaterThan(0.75);
  expect(await mean(20)).toBeGreaterThan(0.82);
  expect(await mean(100)).toBeGreaterThan(0.88);
});
