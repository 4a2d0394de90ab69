import type { UserId } from "@inlet/contract/ids.ts";
import { askAssistant } from "../../server/ai/assistant/assistant.ts";
import { readCorpus } from "../ai-train/read-corpus.ts";
import { type EvalPart, type EvalRow, mean, measure } from "./eval-part.ts";
import { knownItems } from "./known-items.ts";
import { type Ai, fill, ranked, withMailboxes } from "./searched-mailboxes.ts";

export const part: EvalPart = {
  name: "retrieval",
  async run(corpora) {
    if (corpora === null) return [];
    return await withMailboxes(async (ai) => [
      ...(await knownItems(ai, corpora)),
      ...(await topics(ai, corpora)),
      ...(await questions(ai, corpora)),
    ]);
  },
};

/** Row 15: finding messages by topic. */
async function topics(ai: Ai, corpora: string): Promise<EvalRow[]> {
  interface Topic {
    topic: number;
    queries: string[];
  }
  const messages = readCorpus<{
    id: string;
    x_from: string;
    x_to: string;
    subject: string;
    body: string;
  }>(corpora, "ai/enron-berkeley/corpus.jsonl.gz");
  const filled = await fill(
    ai,
    messages.map(({ id, x_from: from, x_to: to, subject, body }) => ({
      id,
      from,
      to,
      subject,
      text: body,
      box: "b",
    })),
  );
  const judged = readCorpus<{ topic: number; doc: string; rel: number }>(
    corpora,
    "ai/sara/qrels.jsonl",
  );
  const cases: { ndcg: number; recall: number }[] = [];
  const totals = new Map<string, number>();
  for (const { topic, queries } of readCorpus<Topic>(corpora, "ai/sara/topics.jsonl")) {
    const gains = new Map(
      judged.filter((each) => each.topic === topic).map(({ doc, rel }) => [doc, rel]),
    );
    for (const query of queries) {
      const found = await ranked(ai, filled, query, totals);
      const relevant = [...gains.values()].filter((gain) => gain > 0).length;
      const best = dcg([...gains.values()].toSorted((a, b) => b - a).slice(0, 10));
      const hits = found.filter((doc) => (gains.get(doc) ?? 0) > 0).length;
      cases.push({
        ndcg: best === 0 ? 0 : dcg(found.slice(0, 10).map((doc) => gains.get(doc) ?? 0)) / best,
        recall: relevant === 0 ? 0 : hits / relevant,
      });
    }
  }
  return [
    measure({
      row: 15,
      what: "topical search",
      metric: "nDCG@10",
      cases,
      gate: 0.31,
      score: (some) => mean(some.map(({ ndcg }) => ndcg)),
      baseline: "plain BM25 on the same mails .311",
    }),
    measure({
      row: 15,
      what: "topical search",
      metric: "R@100",
      cases,
      gate: null,
      score: (some) => mean(some.map(({ recall }) => recall)),
      baseline: "plain BM25 on the same mails .601",
    }),
  ];
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + (2 ** gain - 1) / Math.log2(at + 2), 0);
}

/** Row 16: questions about a message. */
async function questions(ai: Ai, corpora: string): Promise<EvalRow[]> {
  interface Question {
    context: string;
    question: string;
    ideal: string;
  }
  const cases: { isRight: boolean; isWrongAmount: boolean }[] = [];
  for (const [index, { context, question, ideal }] of readCorpus<Question>(
    corpora,
    "ai/bipia-email/email_qa.jsonl",
  ).entries()) {
    const subject = /^SUBJECT: ([^|\n]*)/.exec(context)?.[1] ?? "";
    const from = /EMAIL_FROM: ([^|\n]*)/.exec(context)?.[1] ?? "";
    const text = context.replace(/^(?:SUBJECT|EMAIL_FROM|RECEIVED DATE): [^|\n]*\|/gm, "");
    const item = { id: `q${index}`, subject, from, text, box: "b" };
    const { userId } = await fill(ai, [item]);
    const answer = await askAssistant(
      ai,
      userId satisfies UserId,
      { query: question.replace(/^Q: /, "").replaceAll(/\s+/g, " "), without: [] },
      new AbortController().signal,
    );
    const amounts = amountsIn(
      answer.blocks
        .filter(({ kind }) => kind === "quote")
        .map(({ text: quote }) => quote)
        .join(" "),
    );
    const ideals = amountsIn(ideal);
    const isUnknown = /unknown/i.test(ideal);
    const isRight = isUnknown
      ? !answer.meta.isFound
      : ideals.length > 0
        ? ideals.every((amount) => amounts.includes(amount))
        : answer.response.toLowerCase().includes(ideal.toLowerCase());
    cases.push({ isRight, isWrongAmount: answer.meta.isFound && amounts.length > 0 && !isRight });
  }
  return [
    measure({
      row: 16,
      what: "questions about a mail",
      metric: "accuracy",
      cases,
      gate: 0.8,
      score: (some) => mean(some.map(({ isRight }) => Number(isRight))),
      baseline: "always unknown .66, regex about .68",
    }),
    measure({
      row: 16,
      what: "questions about a mail",
      metric: "wrong amounts",
      cases,
      gate: 0,
      score: (some) => mean(some.map(({ isWrongAmount }) => Number(isWrongAmount))),
      baseline: "none",
      higherIsBetter: false,
    }),
  ];
}

function amountsIn(text: string): string[] {
  // Some amounts in the corpus are written as "2 500.00".
  return (text.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/g, "").match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map(
    (amount) => amount.replaceAll(",", "").replace(/\.0+$/, ""),
  );
}
