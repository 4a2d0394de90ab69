import { Category } from "@inlet/contract/mail/email.ts";
import type { Feature } from "./features.ts";
import type { MailToClassify } from "./mail-to-sort.ts";
import { type Head, type LinearModel, type OwnWeights, scoreOf } from "./model.ts";

type Kind = Exclude<Category, "Spam">;
const kinds = Category.options.filter((name): name is Kind => name !== "Spam");

/** Probability that people and machines send each kind. */
const senders: Readonly<Record<Kind, { human: number; machine: number }>> = {
  Work: { human: 0.5, machine: 0.15 },
  Personal: { human: 0.5, machine: 0.02 },
  Finance: { human: 0.15, machine: 0.5 },
  Social: { human: 0.2, machine: 0.4 },
  Promotions: { human: 0.03, machine: 0.5 },
  Updates: { human: 0.05, machine: 0.5 },
};

export interface Judgement {
  category: Category;
  /** Probability that a person wrote it, from 0 to 1. */
  human: number;
  /** Score per kind; the highest one is the category unless the message is spam. */
  scores: Record<Kind, number>;
  spam: number;
  /** The head whose weights decided, for the reason. */
  head: Head;
}

/** Classifies a message: first by author, a person or a machine, then by topic. */
export function judge(
  model: LinearModel,
  mail: Pick<MailToClassify, "written" | "isAuthentic" | "isServerSpam">,
  features: readonly Feature[],
  own?: OwnWeights,
): Judgement {
  const human = chance(scoreOf(model, "human", features, own));
  const scoreFor = (kind: Kind) => {
    const { human: byPerson, machine } = senders[kind];
    const likely = human * byPerson + (1 - human) * machine;
    return scoreOf(model, kind, features, own) + Math.log(likely);
  };
  const scores = {
    Work: scoreFor("Work"),
    Personal: scoreFor("Personal"),
    Finance: scoreFor("Finance"),
    Social: scoreFor("Social"),
    Promotions: scoreFor("Promotions"),
    Updates: scoreFor("Updates"),
  };
  const spam = scoreOf(model, "spam", features, own);
  // A correspondent that the user writes to does not send spam, unless the sender is forged.
  const isTrusted = mail.written > 0 && mail.isAuthentic !== false;
  const isSpam = mail.isServerSpam || (spam >= model.spamFrom && !isTrusted);
  const best = kinds.reduce((one, other) => (scores[other] > scores[one] ? other : one));
  return {
    category: isSpam ? "Spam" : best,
    human,
    scores,
    spam,
    head: isSpam ? "spam" : best,
  };
}

/** Converts log-odds to a probability. */
function chance(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}
