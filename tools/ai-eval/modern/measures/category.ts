import { mean, measure } from "../../eval-part.ts";
import { type ModernMail, readCases } from "../corpus.ts";
import { type ModernMeasure, ofModern } from "../modern-measure.ts";

export const modern: ModernMeasure = {
  async run({ client, idOf }, corpora, half) {
    const received = readCases<ModernMail>(corpora, "mails", half).filter(
      ({ truth, sent_by_me: isOwn }) => !isOwn && truth.category.length > 0,
    );
    const cases = await Promise.all(
      received.map(async ({ id, lang, truth }) => {
        const emailId = idOf.get(id);
        if (!emailId) throw new Error(`${id} was not delivered.`);
        const { email } = await client.call("GET /email/preview/{emailId}", { emailId });
        const isRight = truth.category.some((category) => category === email.category);
        return {
          id,
          lang,
          isRight,
          line: `${id}: ${truth.category.join("|")}, not ${email.category}`,
        };
      }),
    );
    const row = (what: string, gate: number, some: typeof cases) =>
      measure({
        ...ofModern,
        what,
        metric: "accuracy",
        gate,
        cases: some,
        score: (each) => mean(each.map(({ isRight }) => Number(isRight))),
      });
    return {
      rows: [
        row("category", 0.88, cases),
        row(
          "category, other languages",
          0.85,
          cases.filter(({ lang }) => lang !== "en"),
        ),
      ],
      misses: cases.filter(({ isRight }) => !isRight).map(({ line }) => line),
    };
  },
};
