import type { Category } from "@inlet/contract/mail/email.ts";
import { detectQuestion } from "../../server/ai/classify/question-detector.ts";
import { featuresOf } from "../../server/ai/classify/features.ts";
import { judge } from "../../server/ai/classify/judge.ts";
import { learnFrom } from "../../server/ai/classify/learn.ts";
import { baseModel } from "../../server/ai/classify/model.ts";
import { signalsOf, urgency } from "../../server/ai/classify/priority.ts";
import { exampleFactsOf, sort } from "../../server/ai/classify/sort.ts";
import { makeMailbox } from "../../server/testing/mailboxes/make-mailbox.ts";
import { generateMail, toClassify } from "../ai-train/sources.ts";

const now = Date.UTC(2026, 5, 1);

/** The true class of a message, with the predicted one. */
export interface Verdict {
  gold: string;
  got: string;
}

/** Row 6: invented mail with held-out words, brands and layouts, in seven categories. */
export function scoreGeneratedCategories(): Verdict[] {
  return generateMail("held", 16, 100).map(({ made, mail }) => ({
    gold: made.category,
    got: judge(baseModel(), mail, featuresOf(mail)).category satisfies Category,
  }));
}

/** Macro F1: the mean of the F1 scores of all categories that have at least `least` messages. */
export function macroF1(verdicts: readonly Verdict[], least = 10): number {
  const scores = [...Map.groupBy(verdicts, ({ gold }) => gold)].flatMap(([name, own]) => {
    if (own.length < least) return [];
    const right = own.filter(({ got }) => got === name).length;
    const predicted = verdicts.filter(({ got }) => got === name).length;
    return (2 * right) / (own.length + predicted);
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Row 19: users with hidden preferences; measures their priorities after `examples` training examples. */
export async function scoreGeneratedPriorities(examples: number, owners = 50) {
  const aucs: number[] = [];
  let right = 0;
  let predicted = 0;
  for (let index = 0; index < owners; index++) {
    const { owner, mails: messages } = makeMailbox({
      seed: `user${index}`,
      part: "held",
      count: 240,
      now,
    });
    const all = messages.map((made) => ({ made, mail: toClassify(made, owner) }));
    const own = await learnFrom(
      all.slice(0, examples).map(({ made, mail }) => ({
        category: "",
        priority: made.priority,
        facts: exampleFactsOf(mail, ""),
      })),
    );
    const scored = all.slice(100).map(({ made, mail }) => {
      const { category, human } = judge(baseModel(), mail, featuresOf(mail));
      const signals = signalsOf(mail, { category, wish: detectQuestion(mail), human });
      const isPredicted = sort(mail, own).priority === "High";
      const isTrue = made.priority === "High";
      predicted += isPredicted ? 1 : 0;
      right += isPredicted && isTrue ? 1 : 0;
      return { score: urgency(signals, own.priority), isTrue };
    });
    const auc = aucOf(scored);
    if (auc !== null) aucs.push(auc);
  }
  return { aucs, right, predicted };
}

/** Area under the ROC curve: how often a true case scores above a false one; null if either kind is missing. */
export function aucOf(scored: readonly { score: number; isTrue: boolean }[]): number | null {
  const yes = scored.filter(({ isTrue }) => isTrue);
  const no = scored.filter(({ isTrue }) => !isTrue);
  if (yes.length === 0 || no.length === 0) return null;
  let above = 0;
  for (const one of yes) {
    for (const other of no)
      above += one.score > other.score ? 1 : one.score === other.score ? 0.5 : 0;
  }
  return above / (yes.length * no.length);
}
