import { devMessages } from "../../server/ai/replies/acts-dev.fixtures.ts";
import { heldOutMessages } from "../../server/ai/replies/acts-held.fixtures.ts";
import { type ScoredReplies, scoreReplies } from "../../server/testing/apps/score-replies.ts";
import { type EvalPart, type EvalRow, mean, measure } from "./eval-part.ts";

const share = (of: (scored: ScoredReplies) => boolean | null) => (some: readonly ScoredReplies[]) =>
  mean(some.map((scored) => Number(of(scored))));

function rowsOf(what: string, scored: readonly ScoredReplies[]): EvalRow[] {
  const answered = scored.filter(({ fixture }) => fixture.act !== null);
  const bulk = scored.filter(({ fixture }) => fixture.act === null);
  const row = (
    metric: string,
    gate: number,
    cases: readonly ScoredReplies[],
    of: (scored: ScoredReplies) => boolean | null,
  ) => measure({ row: 20, what, metric, gate, cases, score: share(of), baseline: "none" });
  return [
    row("right act", 0.85, answered, ({ isRightAct }) => isRightAct),
    row("slots from the mail", 1, answered, ({ areSlotsFromMail }) => areSlotsFromMail),
    row("distinct", 1, answered, (each) => each.areDistinct),
    row("right language", 1, answered, ({ isRightLanguage }) => isRightLanguage),
    row("three replies", 1, answered, ({ isRightlyAnswered }) => isRightlyAnswered),
    row("no reply for bulk", 0.98, bulk, ({ isRightlyAnswered }) => isRightlyAnswered),
  ];
}

export const part: EvalPart = {
  name: "replies",
  run: async () => [
    ...rowsOf("replies, mails for development", devMessages.map(scoreReplies)),
    ...rowsOf("replies, held mails", heldOutMessages.map(scoreReplies)),
  ],
};
