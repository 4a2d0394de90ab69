import type { Category, Priority, Turn } from "@inlet/contract/mail/email.ts";
import type { ClassificationReason } from "@inlet/contract/ai/classification.ts";
import { detectQuestion } from "./question-detector.ts";
import { featuresOf, isAutomatic } from "./features.ts";
import { judge } from "./judge.ts";
import { factsOf, type OwnLearning } from "./learn.ts";
import type { ExampleFacts } from "./training-example.ts";
import type { MailToClassify } from "./mail-to-sort.ts";
import { baseModel, type LinearModel } from "./model.ts";
import { mayBeHigh, priorityOf, signalsOf, urgency } from "./priority.ts";
import { categoryReason, priorityReason, type SenderRule } from "./reason.ts";

/** The classification of a message. */
export interface Classification {
  category: Category;
  priority: Priority;
  reason: ClassificationReason;
  turn: Turn | "";
}

/** Classifies one message: by the user's rule for its sender, else by their corrections, else by the base model. */
export function sort(
  mail: MailToClassify,
  own: OwnLearning,
  rule?: SenderRule,
  model: LinearModel = baseModel(),
): Classification {
  const features = featuresOf(mail);
  const judged = judge(model, mail, features, own.heads);
  const request = detectQuestion(mail);
  const category = rule?.category || judged.category;
  const signals = signalsOf(mail, { category, wish: request, human: judged.human });
  const score = urgency(signals, own.priority);
  const priority =
    rule?.priority || priorityOf(score, mail, { category, wish: request }, own.highFrom);
  const why = { model, mail, features, judged, own, rule };
  return {
    category,
    priority,
    reason: {
      ...categoryReason(why),
      ...priorityReason({ ...why, category, signals, wish: request }),
    },
    turn: turnOf(mail, { category, human: judged.human, asks: request.ask !== "" }),
  };
}

/** Returns a message's urgency for this user; -Infinity for mail that cannot be High. */
export function urgencyOf(mail: MailToClassify, own: OwnLearning, model = baseModel()): number {
  const { category, human } = judge(model, mail, featuresOf(mail), own.heads);
  const request = detectQuestion(mail);
  if (!mayBeHigh(mail, { category, wish: request })) return -Infinity;
  return urgency(signalsOf(mail, { category, wish: request, human }), own.priority);
}

/** Returns the turn of the conversation after this message. */
function turnOf(
  { isList, from, to, own }: MailToClassify,
  { category, human, asks }: { category: Category; human: number; asks: boolean },
): Turn | "" {
  if (category === "Spam" || category === "Promotions") return "";
  const isToPerson = to.length === 0 || to.some((address) => own.has(address));
  const isByPerson = human >= 0.5 && !isList && !isAutomatic(from.address);
  return asks && isByPerson && isToPerson ? "reply" : "fyi";
}

/** Returns the data of a message from which a correction is learned. */
export function exampleFactsOf(
  mail: MailToClassify,
  chosen: Category | "",
  model = baseModel(),
): ExampleFacts {
  const features = featuresOf(mail);
  const judged = judge(model, mail, features);
  const category = chosen || judged.category;
  const signals = signalsOf(mail, { category, wish: detectQuestion(mail), human: judged.human });
  return factsOf(features, judged, { signals, urgency: urgency(signals) }, model.spamFrom);
}
