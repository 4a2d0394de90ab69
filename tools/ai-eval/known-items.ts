import { readCorpus } from "../ai-train/read-corpus.ts";
import { type EvalRow, mean, measure, seeded } from "./eval-part.ts";
import { type Ai, fill, ranked } from "./searched-mailboxes.ts";

interface Mail {
  id: string;
  official: string;
  user: string;
  body: string;
  ann0?: string;
}

/** Rows 13 and 14: over all public messages, and over a sample as large as the held-out part on which the gates were set. */
export async function knownItems(ai: Ai, corpora: string): Promise<EvalRow[]> {
  const messages = readCorpus<Mail>(corpora, "ai/aeslc/emails.jsonl.gz");
  return [
    ...(await rowsOf(ai, messages, {
      of: "",
      on: "the same mails",
      plain: { all: [".554", ".719", ".791", ".629"], one: [".778", ".888", ".949", ".833"] },
    })),
    ...(await rowsOf(ai, asManyAsKeptAside(messages), {
      of: ", 6,008 mails",
      on: "the part kept aside",
      plain: { all: [".623", ".776", ".862", ".693"], one: [".833", ".933", ".970", ".876"] },
    })),
  ];
}

/** Number of other messages, in whole mailboxes, that the held-out part contains besides the target messages. */
const othersKeptAside = 4102;

function asManyAsKeptAside(messages: readonly Mail[]): Mail[] {
  const random = seeded(13);
  const asked = messages.filter(({ official }) => official === "dev");
  const others = messages.filter(({ official }) => official !== "dev");
  const owners = [...Map.groupBy(others, ({ user }) => user).values()]
    .map((own) => ({ own, place: random() }))
    .toSorted((one, other) => one.place - other.place);
  return [...asked, ...owners.flatMap(({ own }) => own).slice(0, othersKeptAside)];
}

interface Scale {
  of: string;
  /** The set of messages on which plain BM25 reached the figures in `plain`. */
  on: string;
  plain: { all: readonly string[]; one: readonly string[] };
}

async function rowsOf(
  ai: Ai,
  messages: readonly Mail[],
  { of, on, plain }: Scale,
): Promise<EvalRow[]> {
  const filled = await fill(
    ai,
    messages.map(({ id, user, body }) => ({ id, subject: "", text: body, box: user })),
  );
  const bodyOf = new Map(messages.map(({ id, body }) => [id, bare(body)]));
  // A sample of the cases. Each query searches the whole corpus in the database.
  const asked = messages.filter(({ ann0 }) => ann0).filter((_, index) => index % 5 === 0);
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
    const gates = isAll ? [0.655, 0.79, 0.868, 0.72] : [0.84, 0.933, 0.97, 0.88];
    const before = isAll ? plain.all : plain.one;
    for (const [at, { metric, score }] of metrics.entries())
      rows.push(
        measure({
          row: isAll ? 13 : 14,
          what: `known item, ${scope}${of}`,
          metric,
          cases: ranks,
          gate: gates[at] ?? null,
          score: (some) => mean(some.map(score)),
          baseline: `plain BM25 on ${on} ${before[at]}`,
        }),
      );
  }
  return rows;
}

const metrics: readonly { metric: string; score: (rank: number) => number }[] = [
  { metric: "R@1", score: (rank) => Number(rank === 1) },
  { metric: "R@5", score: (rank) => Number(rank > 0 && rank <= 5) },
  { metric: "R@20", score: (rank) => Number(rank > 0 && rank <= 20) },
  { metric: "MRR", score: (rank) => (rank > 0 ? 1 / rank : 0) },
];

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/\W+/g, "");
}
