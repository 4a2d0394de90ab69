import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { askAssistant } from "../../server/ai/assistant/assistant.ts";
import { noModel } from "../../server/ai/model/port.ts";
import { isAsking, pairsOf, type QueryPlan, wordsOf } from "../../server/ai/retrieval/plan.ts";
import { retrieve } from "../../server/ai/retrieval/retrieve.ts";
import { createLog } from "../../server/base/log.ts";
import { toWords } from "../../server/search/words.ts";
import { openDatabase } from "../../server/store/database.ts";
import { createDoor } from "../../server/store/door.ts";
import { migrate } from "../../server/store/migrate.ts";
import { countMessages } from "../../server/store/word-hits.ts";
import { aMessage, anAccount, aUser, someFolders } from "../../server/testing/taken.ts";
import { type EvalPart, type EvalRow, mean, measure } from "./eval-part.ts";

export const part: EvalPart = {
  name: "retrieval",
  async run(corpora) {
    if (corpora === null) return [];
    const folder = await mkdtemp(path.join(tmpdir(), "inlet-eval-"));
    try {
      const ai = await open(path.join(folder, "inlet.db"));
      const rows = [
        ...(await knownItems(ai, corpora)),
        ...(await topics(ai, corpora)),
        ...(await questions(ai, corpora)),
      ];
      await ai.database.close();
      return rows;
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

type Ai = Awaited<ReturnType<typeof open>>;

async function open(file: string) {
  const database = await openDatabase({ url: file });
  await migrate(database);
  const clock = { now: () => Date.UTC(2026, 10, 21) };
  const door = createDoor(database, { clock, onCommit: () => undefined });
  return { database, door, clock, model: noModel, log: createLog("silent") };
}

interface Item {
  id: string;
  subject: string;
  text: string;
  from?: string;
  to?: string;
  /** Whose mailbox it lies in. */
  box: string;
}

/** A person with an account for each mailbox; the ids of their messages by those of the items. */
async function fill(ai: Ai, items: readonly Item[]) {
  const userId = await aUser(ai.door);
  const accounts = new Map<string, AccountId>();
  const idOf = new Map<string, string>();
  for (const [box, some] of Map.groupBy(items, (item) => item.box)) {
    const accountId = await anAccount(ai.door, userId);
    accounts.set(box, accountId);
    const [inbox] = await someFolders(ai.door, userId, accountId);
    if (!inbox) throw new Error("The inbox was not made.");
    for (let start = 0; start < some.length; start += 200) {
      const slice = some.slice(start, start + 200);
      const taken = await ai.door("messages.takeIn", {
        ...{ userId, accountId, folderId: inbox.id },
        messages: slice.map(({ id, subject, text, from = "", to = "" }, index) =>
          aMessage({
            uid: start + index + 1,
            internalDate: Date.UTC(2026, 0, 1),
            message: {
              ...{ subject, text, messageId: `${id}@eval.example` },
              from: from === "" ? [] : [{ name: from, address: "" }],
              to: to === "" ? [] : [{ name: to, address: "" }],
            },
          }),
        ),
      });
      taken.forEach(({ messageId }, index) => idOf.set(messageId, slice[index]?.id ?? ""));
    }
  }
  return { userId, accounts, idOf };
}

async function ranked(
  ai: Ai,
  filled: Awaited<ReturnType<typeof fill>>,
  query: string,
  totals: Map<string, number>,
  box?: string,
): Promise<string[]> {
  const { userId, accounts, idOf } = filled;
  const accountId = box === undefined ? undefined : accounts.get(box);
  const key = box ?? "";
  const total = totals.get(key) ?? (await countMessages(ai.database.reader, userId, accountId));
  totals.set(key, total);
  const telling = wordsOf(query, query, "en").slice(0, 12);
  const words = telling.length > 0 ? telling : [...new Set(toWords(query))].slice(0, 12);
  const plan: QueryPlan = {
    ...{ question: query, intent: "open", language: "en" },
    ...{ groups: [], time: null, people: [], chips: [] },
    asks: [{ kind: "kept" }],
    words,
    pairs: pairsOf(query, words, isAsking(query, "en")),
  };
  const { found } = await retrieve(ai, userId, plan, { accountId, total, limit: 100 });
  return found.map(({ row }) => idOf.get(row.id) ?? "");
}

/** Rows 13 and 14. */
async function knownItems(ai: Ai, corpora: string): Promise<EvalRow[]> {
  interface Mail {
    id: string;
    user: string;
    body: string;
    ann0?: string;
  }
  const mails = jsonLines<Mail>(path.join(corpora, "ai/aeslc/emails.jsonl.gz"));
  const filled = await fill(
    ai,
    mails.map(({ id, user, body }) => ({ id, subject: "", text: body, box: user })),
  );
  const bodyOf = new Map(mails.map(({ id, body }) => [id, bare(body)]));
  // A sample of the cases: each is asked of the whole corpus, in the database.
  const asked = mails.filter(({ ann0 }) => ann0).filter((_, index) => index % 5 === 0);
  const rows: EvalRow[] = [];
  for (const scope of ["all mail", "one mailbox"] as const) {
    const totals = new Map<string, number>();
    const ranks: number[] = [];
    for (const { id, user, ann0 = "" } of asked) {
      const box = scope === "all mail" ? undefined : user;
      const found = await ranked(ai, filled, ann0, totals, box);
      ranks.push(found.findIndex((each) => bodyOf.get(each) === bodyOf.get(id)) + 1);
    }
    const isAll = scope === "all mail";
    const metrics = [
      ["R@1", (rank: number) => Number(rank === 1), isAll ? 0.655 : 0.84, isAll ? ".554" : ".778"],
      [
        "R@5",
        (rank: number) => Number(rank > 0 && rank <= 5),
        isAll ? 0.79 : 0.933,
        isAll ? ".719" : ".888",
      ],
      [
        "R@20",
        (rank: number) => Number(rank > 0 && rank <= 20),
        isAll ? 0.868 : 0.97,
        isAll ? ".791" : ".949",
      ],
      [
        "MRR",
        (rank: number) => (rank > 0 ? 1 / rank : 0),
        isAll ? 0.72 : 0.88,
        isAll ? ".629" : ".833",
      ],
    ] as const;
    for (const [metric, score, gate, before] of metrics)
      rows.push(
        measure({
          ...{ row: isAll ? 13 : 14, what: `known item, ${scope}`, metric, cases: ranks, gate },
          score: (some) => mean(some.map(score)),
          baseline: `plain BM25 on the same mails ${before}`,
        }),
      );
  }
  return rows;
}

/** Row 15. */
async function topics(ai: Ai, corpora: string): Promise<EvalRow[]> {
  interface Topic {
    topic: number;
    queries: string[];
  }
  const mails = jsonLines<{
    id: string;
    x_from: string;
    x_to: string;
    subject: string;
    body: string;
  }>(path.join(corpora, "ai/enron-berkeley/corpus.jsonl.gz"));
  const filled = await fill(
    ai,
    mails.map(({ id, x_from: from, x_to: to, subject, body }) => ({
      id,
      from,
      to,
      subject,
      text: body,
      box: "b",
    })),
  );
  const judged = jsonLines<{ topic: number; doc: string; rel: number }>(
    path.join(corpora, "ai/sara/qrels.jsonl"),
  );
  const cases: { ndcg: number; recall: number }[] = [];
  const totals = new Map<string, number>();
  for (const { topic, queries } of jsonLines<Topic>(path.join(corpora, "ai/sara/topics.jsonl"))) {
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
      ...{ row: 15, what: "topical search", metric: "nDCG@10", cases, gate: 0.31 },
      score: (some) => mean(some.map(({ ndcg }) => ndcg)),
      baseline: "plain BM25 on the same mails .311",
    }),
    measure({
      ...{ row: 15, what: "topical search", metric: "R@100", cases, gate: null },
      score: (some) => mean(some.map(({ recall }) => recall)),
      baseline: "plain BM25 on the same mails .601",
    }),
  ];
}

function dcg(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + (2 ** gain - 1) / Math.log2(at + 2), 0);
}

/** Row 16. */
async function questions(ai: Ai, corpora: string): Promise<EvalRow[]> {
  interface Question {
    context: string;
    question: string;
    ideal: string;
  }
  const cases: { isRight: boolean; isWrongAmount: boolean }[] = [];
  for (const [index, { context, question, ideal }] of jsonLines<Question>(
    path.join(corpora, "ai/bipia-email/email_qa.jsonl"),
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
    const said = amountsIn(
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
        ? ideals.every((amount) => said.includes(amount))
        : answer.response.toLowerCase().includes(ideal.toLowerCase());
    cases.push({ isRight, isWrongAmount: answer.meta.isFound && said.length > 0 && !isRight });
  }
  return [
    measure({
      ...{ row: 16, what: "questions about a mail", metric: "accuracy", cases, gate: 0.8 },
      score: (some) => mean(some.map(({ isRight }) => Number(isRight))),
      baseline: "always unknown .66, regex about .68",
    }),
    measure({
      ...{ row: 16, what: "questions about a mail", metric: "wrong amounts", cases, gate: 0 },
      score: (some) => mean(some.map(({ isWrongAmount }) => Number(isWrongAmount))),
      baseline: "none",
      higherIsBetter: false,
    }),
  ];
}

function amountsIn(text: string): string[] {
  // Some of the set write "2 500.00".
  return (text.replaceAll(/(?<=\d) (?=\d{3}(?!\d))/g, "").match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map(
    (amount) => amount.replaceAll(",", "").replace(/\.0+$/, ""),
  );
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/\W+/g, "");
}

function jsonLines<Line>(file: string): Line[] {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line); // As each SOURCE.md says.
}
