import type { Category, Priority } from "@inlet/contract/mail/email.ts";
import type { ClassificationReason } from "@inlet/contract/ai/classification.ts";
import type { DetectedQuestion } from "./question-detector.ts";
import type { Feature } from "./features.ts";
import type { Judgement } from "./judge.ts";
import type { OwnLearning } from "./learn.ts";
import type { MailToClassify } from "./mail-to-sort.ts";
import { type LinearModel, ownValue } from "./model.ts";
import { basePriority, type Signals } from "./priority.ts";

/** The user's correction for a sender. */
export interface SenderRule {
  category: Category | "";
  priority: Priority | "";
}

interface Why {
  model: LinearModel;
  mail: MailToClassify;
  features: readonly Feature[];
  judged: Judgement;
  own: OwnLearning;
  rule: SenderRule | undefined;
}

const most = 3;

/** Descriptions of a message's signs. */
const signs: Readonly<Record<string, string>> = {
  list: "it can be unsubscribed from",
  machine: "it comes from an automatic address",
  attachment: "it has an attachment",
  images: "it is full of images",
  links: "it is full of links",
  known: "you write to this sender",
  colleague: "the sender shares your domain",
  answer: "it answers another email",
  cut: "it is too long to be read completely",
  "own-part": "you wrote in this conversation",
  forged: "the sender could not be confirmed",
  shouting: "its subject is in capitals",
  exclaims: "its subject has exclamation marks",
  direct: "it is sent only to you",
  many: "it went to many people",
};

const topics: Readonly<Record<string, string>> = {
  bill: "it is about a bill",
  bank: "it is about money",
  invest: "it is about investments",
  sale: "it offers something for sale",
  contest: "it offers something to win or join",
  network: "it is about people you may know",
  club: "it is about a club or an event",
  order: "it is about an order",
  security: "it is about one of your accounts",
  booking: "it is about a booking",
  news: "it contains news",
  office: "it is about work",
  machine: "it comes from a work tool",
  home: "it is about family or friends",
  chat: "it is written like a personal letter",
  threat: "it threatens or pressures you",
  fortune: "it promises a fortune",
};

/** Returns the reasons for the category. */
export function categoryReason(why: Why): Pick<ClassificationReason, "category" | "categoryBy"> {
  const { mail, judged, own, rule } = why;
  if (rule?.category) {
    return { categoryBy: "sender", category: [`you chose it for ${mail.from.address}`] };
  }
  if (mail.isServerSpam) {
    return { categoryBy: "server", category: ["your mail server put it in Spam"] };
  }
  const { at } = why.model.weights[judged.head];
  const { scale } = why.model.weights[judged.head];
  const added = own.heads[judged.head];
  let learned = 0;
  const contributions = new Map<string, number>();
  for (const feature of why.features) {
    const base = (at[feature.place] ?? 0) * scale * feature.value;
    const mine = (added?.get(feature.place) ?? 0) * ownValue(feature);
    learned += mine;
    const words = named(feature, mail);
    if (words !== "" && base + mine > 0)
      contributions.set(words, (contributions.get(words) ?? 0) + base + mine);
  }
  const isLearned = learned > 0.5;
  const strongest = [...contributions]
    .toSorted(([, one], [, other]) => other - one)
    .map(([name]) => name);
  return {
    categoryBy: isLearned ? "learned" : "model",
    category: [
      ...(isLearned ? ["you corrected similar emails"] : []),
      ...strongest.slice(0, isLearned ? most - 1 : most),
    ],
  };
}

function named({ key }: Feature, { from }: MailToClassify): string {
  const name = key.slice(2);
  switch (key.charAt(0)) {
    case "s":
      return signs[name] ?? "";
    case "t":
    case "u":
    case "v":
      return topics[name.replace("top ", "")] ?? "";
    case "a":
    case "d":
      return `it is from ${from.address.toLowerCase()}`;
    case "w":
    case "j":
      return name.length > 3 && /^\p{L}+$/u.test(name) ? `it says "${name}"` : "";
    default:
      return "";
  }
}

/** Returns the reasons for the priority. */
export function priorityReason({
  mail,
  own,
  rule,
  category,
  signals,
  wish: request,
}: Why & { category: Category; signals: Signals; wish: DetectedQuestion }): Pick<
  ClassificationReason,
  "priority" | "priorityBy"
> {
  if (rule?.priority) {
    return { priorityBy: "sender", priority: [`you chose it for ${mail.from.address}`] };
  }
  const { weights } = basePriority();
  let learned = 0;
  const contributions: [string, number][] = [];
  for (const [name, value] of signals) {
    const mine = (own.priority.get(name) ?? 0) * value;
    learned += Math.abs(mine);
    const words = urgentWords(name, value, { category, wish: request, mail });
    if (words !== "") contributions.push([words, (weights[name] ?? 0) * value + mine]);
  }
  const strongest = contributions
    .filter(([, weight]) => Math.abs(weight) > 0.05)
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .map(([words]) => words);
  return {
    priorityBy: learned > 0.3 ? "learned" : "model",
    priority: [...new Set(strongest)].slice(0, most),
  };
}

function urgentWords(
  name: string,
  value: number,
  {
    category,
    wish: request,
    mail,
  }: { category: Category; wish: DetectedQuestion; mail: MailToClassify },
): string {
  if (name.startsWith("category ")) return `it is ${category}`;
  if (name.startsWith("from ")) return `it is from ${mail.from.address.toLowerCase()}`;
  const words: Readonly<Record<string, string>> = {
    asks: "it asks you for something",
    "asked by machine": "it asks you for something",
    deadline: `it is due ${request.deadline}`,
    urgent: "it says it is urgent",
    written: "you write to this sender",
    answered: value > 0 ? "you mostly answer this sender" : "you rarely answer this sender",
    unknown: "you have not written to this sender",
    direct: "it is sent only to you",
    many: "it went to many people",
    list: "it can be unsubscribed from",
    colleague: "the sender shares your domain",
    "own part": "you wrote in this conversation",
    answer: "it answers another email",
  };
  return words[name] ?? "";
}
