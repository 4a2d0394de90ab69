import { cleanMail } from "../../server/ai/text/clean-mail.ts";
import { summarizeMail } from "../../server/ai/summaries/summarize-mail.ts";
import { readCorpus } from "../ai-train/read-corpus.ts";
import { type EvalPart, mean, measure } from "./eval-part.ts";
import { rouge } from "./rouge.ts";

interface Mail {
  body: string;
  subject: string;
  official: string;
  ann0?: string;
  ann1?: string;
  ann2?: string;
}

/** Maximum number of cases: enough for an interval of one or two points, and measured within a minute. */
const most = 800;

export const part: EvalPart = {
  name: "headlines",
  run: async (corpora) => {
    if (corpora === null) return [];
    const messages = readCorpus<Mail>(corpora, "ai/aeslc/emails.jsonl.gz");
    // As in the corpus: the headline is created without the subject, because the subject is its reference.
    const cases = messages
      .filter(({ official }) => official === "dev")
      .slice(0, most)
      .map(({ body, subject, ann0, ann1, ann2 }) => {
        const mail = {
          subject: "",
          text: body,
          html: "",
          sender: "",
          sent: new Date("2001-05-01T12:00:00Z"),
          isBulk: false,
          isReply: false,
          isEncrypted: false,
          attachments: [],
        };
        const summary = summarizeMail(mail);
        const clean = cleanMail(mail);
        const source = summary.of === "own" ? clean.own : clean.quoted;
        const found = [...summary.points, ...summary.asks, ...summary.dates, ...summary.amounts];
        const isVerbatim = (one: { text: string; start: number; end: number }): boolean =>
          source.slice(one.start, one.end) === one.text;
        const pieces = summary.pieces.every(
          (piece) => (piece.from !== "own" && piece.from !== "quoted") || isVerbatim(piece),
        );
        const references = [ann0, ann1, ann2].filter((it) => it !== undefined);
        return {
          isGrounded: pieces && found.every(isVerbatim),
          original: rouge(summary.line, subject),
          people: references.map((one) => rouge(summary.line, one)),
        };
      });
    const rows = ["1", "2", "L"].flatMap((name, at) => [
      measure({
        row: 12,
        what: "headline (800 mails of the open dev part)",
        metric: `ROUGE-${name}, original`,
        cases,
        score: (some) => 100 * mean(some.map((one) => one.original[at] ?? 0)),
        baseline: ["15.6", "7.4", "15.3"][at] ?? "",
        gate: [16, 7.5, 15.5][at] ?? null,
      }),
      measure({
        row: 12,
        what: "headline (800 mails of the open dev part)",
        metric: `ROUGE-${name}, annotators`,
        cases,
        score: (some) => 100 * mean(some.map((one) => mean(one.people.map((it) => it[at] ?? 0)))),
        baseline: ["22.2", "11.4", "20.3"][at] ?? "",
        gate: [22.5, 11.5, 20.5][at] ?? null,
      }),
    ]);
    const grounded = measure({
      row: 21,
      what: "grounding: verbatim at its offsets",
      metric: "share of mails",
      cases,
      score: (some) => mean(some.map(({ isGrounded }) => Number(isGrounded))),
      baseline: "none",
      gate: 1,
    });
    return [...rows, grounded];
  },
};
