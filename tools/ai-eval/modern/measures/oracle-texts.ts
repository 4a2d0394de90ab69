import { mean, measure } from "../../eval-part.ts";
import { type ModernMail, readCases } from "../corpus.ts";
import { type ModernMeasure, ofModern } from "../modern-measure.ts";

/** Summaries and replies of a model that knows each mail: the share that is shown as it wrote them. */
export const modern: ModernMeasure = {
  async run({ client, idOf }, corpora, half) {
    const received = readCases<ModernMail>(corpora, "mails", half).filter(
      ({ sent_by_me: isOwn }) => !isOwn,
    );
    const summaries: { isPassed: boolean; line: string }[] = [];
    const replies: typeof summaries = [];
    for (const { id, truth } of received) {
      const emailId = idOf.get(id) ?? "";
      const summary = await client.call("POST /email/summarize", { emailId });
      if (truth.summary_must.length > 0 && summary.meta.isModelAvailable)
        summaries.push({
          isPassed: summary.meta.engine === "model",
          line: `summary ${id}: ${summary.meta.note ?? ""}`,
        });
      if (truth.no_reply_suggestions) continue;
      const { meta, details } = await client.call("POST /ai/generate-replies", { emailId });
      // Where nothing is offered, no model was asked.
      if (details.length > 0)
        replies.push({
          isPassed: meta.engine === "model",
          line: `replies ${id}: ${meta.note ?? ""} ${meta.whyNone ?? ""}`,
        });
    }
    const row = (what: string, cases: typeof summaries) =>
      measure({
        ...ofModern,
        what,
        metric: "passed",
        gate: 0.97,
        cases,
        score: (some) => mean(some.map(({ isPassed }) => Number(isPassed))),
      });
    return {
      rows: [row("summaries, oracle", summaries), row("replies, oracle", replies)],
      misses: [...summaries, ...replies]
        .filter(({ isPassed }) => !isPassed)
        .map(({ line }) => line),
    };
  },
};
