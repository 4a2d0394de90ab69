import { readdirSync } from "node:fs";
import type { EvalPart } from "./eval-part.ts";
import type { ModernMeasure } from "./modern/modern-measure.ts";
import { createOracle } from "./modern/oracle.ts";
import { type ModernStage, withStage } from "./modern/stage.ts";

const folder = new URL("./modern/measures/", import.meta.url);

export const part: EvalPart = {
  name: "modern",
  async run(corpora, { half, misses, measures, hasOracle }) {
    if (corpora === null) return [];
    const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
    const chosen = names.filter(
      (name) =>
        name.startsWith("oracle-") === hasOracle &&
        (measures.length === 0 || measures.includes(name)),
    );
    const oracle = hasOracle ? createOracle() : null;
    const run = async (stage: ModernStage) => {
      oracle?.learn(corpora, stage.idOf);
      const rows = [];
      for (const name of chosen.toSorted()) {
        // modern-measure.ts declares this shape.
        const { modern } = (await import(new URL(`${name}.ts`, folder).href)) as {
          modern: ModernMeasure;
        };
        const result = await modern.run({ ...stage, oracle }, corpora, half);
        rows.push(...result.rows);
        if (misses) process.stdout.write(result.misses.map((line) => `  - ${line}\n`).join(""));
      }
      return rows;
    };
    return withStage(corpora, run, oracle ? { model: oracle } : {});
  },
};
