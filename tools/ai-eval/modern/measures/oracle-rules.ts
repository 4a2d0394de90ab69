import { mean, measure } from "../../eval-part.ts";
import { type ModernRule, readCases } from "../corpus.ts";
import { type ModernMeasure, ofModern } from "../modern-measure.ts";
import type { ModernStage } from "../stage.ts";

/** Rules in words, with a model that reads each sentence rightly. */
export const modern: ModernMeasure = {
  async run(stage, corpora, half) {
    const rules = readCases<ModernRule>(corpora, "rules", half);
    const cases = [];
    for (const rule of rules) cases.push({ rule, ...(await judge(stage, rule)) });
    return {
      rows: [
        measure({
          ...ofModern,
          what: "rules, oracle",
          metric: "right",
          gate: 0.9,
          cases,
          score: (some) => mean(some.map(({ isRight }) => Number(isRight))),
        }),
      ],
      misses: cases
        .filter(({ isRight }) => !isRight)
        .map(({ rule, line }) => `${rule.id} “${rule.text}”: ${line}`),
    };
  },
};

async function judge(
  { client, idOf }: ModernStage,
  { text, expect, actions: wanted, match, no_match: other }: ModernRule,
): Promise<{ isRight: boolean; line: string }> {
  const read = await client.call("POST /rules/read", { text });
  const { query, actions, unread } = read;
  const line = JSON.stringify(read);
  const isRule = query !== "" && Object.keys(actions).length > 0;
  if (expect !== "rule") return { isRight: !isRule, line };
  if (!isRule || unread.length > 0) return { isRight: false, line };
  const { results } = await client.call("POST /email/search", { query, limit: 100 });
  const found = new Set<string>(results.map(({ id }) => id));
  const isIn = (id: string) => found.has(idOf.get(id) ?? "");
  const isRight =
    plain(actions) === plain(wanted) && match.every(isIn) && !other.some((id) => isIn(id));
  return { isRight, line };
}

const plain = (actions: object) =>
  JSON.stringify(
    Object.entries(actions)
      .map(([key, value]) => `${key}=${String(value).toLowerCase()}`)
      .toSorted(),
  );
