import type { EvalRow, Measure } from "../eval-part.ts";
import type { Half } from "./corpus.ts";
import type { Oracle } from "./oracle.ts";
import type { ModernStage } from "./stage.ts";

/** A measure of part `modern`: each file of `measures` exports one as `modern`, named as the file. */
export interface ModernMeasure {
  run: (
    stage: ModernStage & { oracle?: Oracle | null },
    corpora: string,
    half: Half,
  ) => Promise<{
    rows: EvalRow[];
    /** One line for each case that missed: its id, what was expected, and what the product showed. */
    misses: string[];
  }>;
}

/** The row of docs/ai-eval.md, and what the figures are compared with: no simple method is measured on this corpus. */
export const ofModern: Pick<Measure<unknown>, "row" | "baseline"> = { row: 30, baseline: "none" };
