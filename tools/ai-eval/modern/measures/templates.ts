import { mean, measure } from "../../eval-part.ts";
import { type ModernTemplate, readCases, says } from "../corpus.ts";
import { type ModernMeasure, ofModern } from "../modern-measure.ts";

type Verdict = "right" | "half" | "wrong";

interface TemplateCase {
  wanted: ModernTemplate;
  verdict: Verdict;
  isOffered: boolean;
  line: string;
}

export const modern: ModernMeasure = {
  async run({ client }, corpora, half) {
    const cases: TemplateCase[] = [];
    for (const wanted of readCases<ModernTemplate>(corpora, "templates", half)) {
      const { purpose, recipient, context } = wanted;
      const asked = { purpose, recipient, context, engine: "local" as const };
      const { details, meta } = await client.call("POST /ai/suggest-templates", asked);
      const first = details.find(({ id }) => id === null);
      const text = first && `${first.subject}\n${first.body}`;
      const verdict = verdictOf(wanted, text);
      cases.push({
        wanted,
        verdict,
        isOffered: text !== undefined,
        line: `${verdict} ${wanted.id} ${purpose}: ${text === undefined ? `nothing, ${meta.label}` : JSON.stringify(text)}`,
      });
    }
    const row = (
      metric: string,
      some: readonly TemplateCase[],
      of: (one: TemplateCase) => boolean,
      gate: number | null = null,
      higherIsBetter = true,
    ) =>
      measure({
        ...ofModern,
        what: "templates",
        metric,
        gate,
        higherIsBetter,
        cases: some,
        score: (each) => mean(each.map((one) => Number(of(one)))),
      });
    const foreign = cases.filter(({ wanted }) => wanted.lang !== "en");
    return {
      rows: [
        row("right", cases, ({ verdict }) => verdict === "right", 0.55),
        row("wrong", cases, ({ verdict }) => verdict === "wrong", 0.05, false),
        row(
          "wrong among the offered",
          cases.filter(({ isOffered }) => isOffered),
          ({ verdict }) => verdict === "wrong",
          null,
          false,
        ),
        row("right, other languages", foreign, ({ verdict }) => verdict === "right"),
        row(
          "nothing where nothing fits",
          cases.filter(({ wanted }) => wanted.nothing),
          ({ isOffered }) => !isOffered,
        ),
      ],
      misses: cases.map(({ line }) => line),
    };
  },
};

/** Returns the verdict on a text; undefined is nothing offered. */
function verdictOf({ must, must_not: mustNot, nothing }: ModernTemplate, text?: string): Verdict {
  if (nothing) return text === undefined ? "right" : "wrong";
  if (text === undefined || mustNot.some((source) => says(text, source))) return "wrong";
  const met = must.filter((source) => says(text, source)).length;
  if (met === must.length) return "right";
  return met * 2 >= must.length ? "half" : "wrong";
}
