import { readdirSync } from "node:fs";
import type { EvalPart } from "./eval-part.ts";
import type { ModernMeasure } from "./modern/modern-measure.ts";
import { withStage } from "./modern/stage.ts";

const folder = new URL("./modern/measures/", import.meta.url);

export const part: EvalPart = {
  name: "modern",
  async run(corpora, { half, misses, measures }) {
    if (corpora === null) return [];
    const names = readdirSync(folder).map((file) => file.replace(/\.ts$/, ""));
    const chosen = names.filter((name) => measures.length === 0 || measures.includes(name));
    return withStage(corpora, async (stage) => {
      const rows = [];
      for (const name of chosen.toSorted()) {
        // modern-measure.ts declares this shape.
        const { modern } = (await import(new URL(`${name}.ts`, folder).href)) as {
          modern: ModernMeasure;
        };
        const result = await modern.run(stage, corpora, half);
        rows.push(...result.rows);
        if (misses) process.stdout.write(result.misses.map((line) => `  - ${line}\n`).join(""));
      }
      return rows;
    });
  },
};
