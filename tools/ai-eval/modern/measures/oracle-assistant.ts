import type { Answer } from "@inlet/contract/ai/assistant.ts";
import { mean, measure } from "../../eval-part.ts";
import { type ModernQuestion, readCases, says } from "../corpus.ts";
import { type ModernMeasure, ofModern } from "../modern-measure.ts";
import type { OracleAnswer } from "../oracle.ts";
import { type ModernStage, timeZone } from "../stage.ts";

/** The assistant with a model that knows each answer whose messages it is given. */
export const modern: ModernMeasure = {
  async run(stage, corpora, half) {
    const all = readCases<ModernQuestion>(corpora, "questions", "all");
    const cases: { question: ModernQuestion; answer: Answer; said: OracleAnswer | null }[] = [];
    for (const question of readCases<ModernQuestion>(corpora, "questions", half)) {
      stage.oracle?.answers.splice(0);
      const answer = await askWithBefore(stage, question, all);
      cases.push({ question, answer, said: stage.oracle?.answers.at(-1) ?? null });
    }
    const isRight = (one: (typeof cases)[number]) => rightness(stage, one);
    // The model knew the answer: each of its sentences must be shown.
    const known = cases.filter(({ said }) => said?.isKnown);
    const missing = ({ answer, said }: (typeof cases)[number]) =>
      (said?.lines ?? []).filter((line) => !answer.response.includes(plainOf(line)));
    const marked = ({ answer }: (typeof cases)[number]) =>
      answer.blocks.filter(({ kind }) => kind === "unfounded");
    return {
      rows: [
        measure({
          ...ofModern,
          what: "assistant, oracle",
          metric: "right",
          gate: 0.9,
          cases,
          score: (some) => mean(some.map((one) => Number(isRight(one)))),
        }),
        measure({
          ...ofModern,
          what: "assistant, oracle",
          metric: "right answers dropped or cut",
          gate: 0.02,
          higherIsBetter: false,
          cases: known,
          score: (some) => mean(some.map((one) => Number(missing(one).length > 0))),
        }),
        measure({
          ...ofModern,
          what: "assistant, oracle",
          metric: "right answers marked",
          gate: null,
          higherIsBetter: false,
          cases: known,
          score: (some) => mean(some.map((one) => Number(marked(one).length > 0))),
        }),
      ],
      misses: cases.flatMap((one) => {
        const { question, answer, said } = one;
        const cut = said?.isKnown ? [...missing(one), ...marked(one).map(({ text }) => text)] : [];
        if (isRight(one) && cut.length === 0) return [];
        const given = question.cite_any.filter((id) => said?.mails.includes(id));
        return [
          `${isRight(one) ? "cut" : "WRONG"} ${question.id} “${question.q}” (${answer.meta.engine}): ${answer.response.slice(0, 300).replaceAll("\n", " / ")} | kept back: ${cut.join(" / ")} | needed ${question.cite_any.join()}, given ${given.join() || "none"} of ${said?.mails.length ?? 0}`,
        ];
      }),
    };
  },
};

const plainOf = (line: string) => line.replace(/ \[m\d+\]$/, "").normalize("NFKC");

function rightness(
  { idOf }: ModernStage,
  { question, answer }: { question: ModernQuestion; answer: Answer },
): boolean {
  if (question.no_answer) return !answer.meta.isFound;
  const text = [answer.response, ...answer.meta.notes].join("\n");
  const sources = question.cite_any.map((id) => idOf.get(id));
  return (
    question.answer_all.every((source) => says(text, source)) &&
    !question.answer_none.some((source) => says(text, source)) &&
    answer.citations.some(({ emailId }) => sources.includes(emailId))
  );
}

async function askWithBefore(
  { client }: ModernStage,
  question: ModernQuestion,
  all: readonly ModernQuestion[],
): Promise<Answer> {
  const before = all.find(({ id }) => id === question.after);
  await client.call("DELETE /ai/chat", {});
  if (before) await client.call("POST /ai/chat", { query: before.q, timeZone });
  return client.call("POST /ai/chat", { query: question.q, timeZone });
}
