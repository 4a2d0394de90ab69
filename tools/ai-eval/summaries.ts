import {
  crossValidateSentences,
  type JudgedSentence,
  type JudgedThread,
  readThreads,
  type SentenceModel,
} from "../ai-train/sentences.ts";
import { valueOf } from "../../server/ai/summaries/trees.ts";
import { type EvalPart, type EvalRow, mean, measure } from "./eval-part.ts";
import { rouge } from "./rouge.ts";

interface JudgedCase {
  thread: JudgedThread;
  model: SentenceModel;
}

export const part: EvalPart = {
  name: "summaries",
  run: async (corpora) => {
    if (corpora === null) return [];
    const cases = crossValidateSentences(readThreads(corpora));
    return [...requests(cases), ...oneSentence(cases), ...threads(cases)];
  },
};

/** Threshold of the trees that find requests; the same as in production. */
const requestFrom = 0.28;

function requests(cases: readonly JudgedCase[]): EvalRow[] {
  const judged = cases.flatMap(({ thread, model }) =>
    thread.messages.flat().map((sentence) => ({
      votes: sentence.requests,
      isFound: !sentence.isQuote && valueOf(model.request, sentence.features) >= requestFrom,
    })),
  );
  return [2, 1].map((least) =>
    measure({
      row: 9,
      what: "request detection, six-fold",
      metric: `F1, ${least}+ votes`,
      cases: judged,
      score: (some) => f1(some.map(({ votes, isFound }) => [votes >= least, isFound])),
      baseline: `regex ${least === 2 ? ".36" : ".50"}`,
      gate: least === 2 ? 0.48 : 0.58,
    }),
  );
}

function oneSentence(cases: readonly JudgedCase[]): EvalRow[] {
  const hits = cases.flatMap(({ thread, model }) =>
    thread.messages
      .filter((mail) => mail.length >= 3 && mail.some(({ votes }) => votes >= 2))
      .map((mail) => best(mail, model)?.votes ?? 0),
  );
  return [1, 2].map((least) =>
    measure({
      row: 10,
      what: "one-sentence summary, six-fold",
      metric: `hit@1, ${least}+ votes`,
      cases: hits,
      score: (some) => mean(some.map((votes) => Number(votes >= least))),
      baseline:
        least === 1 ? "lead .54, TextRank .34, tree .82" : "lead .47, TextRank .29, tree .67",
      gate: least === 1 ? 0.8 : 0.66,
    }),
  );
}

function threads(cases: readonly JudgedCase[]): EvalRow[] {
  const shared = { row: 11, what: "thread summary, six-fold", cases };
  const rouges = new Map(
    cases.map((one) => {
      const text = pick(one, { words: 150 });
      const scores = one.thread.abstracts.map((abstract) => rouge(text, abstract));
      const parts = [0, 1, 2].map((at) => mean(scores.map((it) => it[at] ?? 0)));
      return [one, parts] as const;
    }),
  );
  const rougeRow = (at: number, name: string, baseline: string, gate: number): EvalRow =>
    measure({
      ...shared,
      metric: `ROUGE-${name}`,
      score: (some) => 100 * mean(some.map((one) => rouges.get(one)?.[at] ?? 0)),
      baseline,
      gate,
    });
  return [
    measure({
      ...shared,
      metric: "wRecall@30 %",
      score: (some) => mean(some.map(weightedRecall)),
      baseline: "lead .631, tree .678, one human .794",
      gate: 0.67,
    }),
    rougeRow(0, "1", "human 39.9", 36.5),
    rougeRow(1, "2", "human 13.4", 12.3),
    rougeRow(2, "L", "human 24.9", 22.8),
  ];
}

function best(mail: readonly JudgedSentence[], model: SentenceModel): JudgedSentence | undefined {
  return mail.toSorted((a, b) => worth(b, model) - worth(a, model))[0];
}

function worth(sentence: JudgedSentence, { worth: trees }: SentenceModel): number {
  return sentence.isQuote ? -1 : valueOf(trees, sentence.features);
}

function weightedRecall({ thread, model }: JudgedCase): number {
  const all = thread.messages.flat();
  const size = all.reduce((sum, { text }) => sum + wordCount(text), 0);
  const votes = (score: (sentence: JudgedSentence) => number): number => {
    let words = 0;
    let sum = 0;
    for (const sentence of all.toSorted((a, b) => score(b) - score(a))) {
      if (words >= size * 0.3) break;
      words += wordCount(sentence.text);
      sum += sentence.votes;
    }
    return sum;
  };
  return votes((it) => worth(it, model)) / votes((it) => it.votes);
}

function pick({ thread, model }: JudgedCase, { words }: { words: number }): string {
  const all = thread.messages.flat();
  const chosen = new Set<JudgedSentence>();
  let count = 0;
  for (const sentence of all.toSorted((a, b) => worth(b, model) - worth(a, model))) {
    if (count >= words) break;
    chosen.add(sentence);
    count += wordCount(sentence.text);
  }
  const text = all
    .filter((it) => chosen.has(it))
    .map((it) => it.text)
    .join(" ");
  return text.split(/\s+/).slice(0, words).join(" ");
}

function wordCount(text: string): number {
  return text.match(/[A-Za-z0-9]+/g)?.length ?? 0;
}

function f1(pairs: readonly (readonly [boolean, boolean])[]): number {
  const hits = pairs.filter(([is, found]) => is && found).length;
  const wrong = pairs.filter(([is, found]) => is !== found).length;
  return hits === 0 ? 0 : (2 * hits) / (2 * hits + wrong);
}
