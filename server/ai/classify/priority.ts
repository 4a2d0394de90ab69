import { readFileSync } from "node:fs";
import type { Category, Priority } from "@inlet/contract/email.ts";
import type { Wish } from "./asks.ts";
import type { MailToSort } from "./mail-to-sort.ts";

/** A thing that makes mail more or less urgent, by name. */
export type Signals = ReadonlyMap<string, number>;

interface PriorityModel {
  bias: number;
  weights: Readonly<Record<string, number>>;
  /** High from here on, and Low up to here. */
  highFrom: number;
  lowTo: number;
}

let read: PriorityModel | undefined;

/** What is urgent to most people. Made by tools/ai-train/priority.ts. */
export function basePriority(): PriorityModel {
  // Written by that script.
  read ??= JSON.parse(
    readFileSync(new URL("priority.json", import.meta.url), "utf8"),
  ) as PriorityModel;
  return read;
}

/** What speaks for and against that a message is urgent. `mine` are things that only one person's weights know. */
export function signalsOf(
  mail: MailToSort,
  { category, wish, human }: { category: Category; wish: Wish; human: number },
): Signals {
  const { from, to, cc, own, written, heard } = mail;
  const address = from.address.toLowerCase();
  const domain = address.split("@")[1] ?? "";
  const isDirect = to.length === 1 && to.some((one) => own.has(one)) && cc.length === 0;
  const isPerson = human >= 0.5;
  const isColleague = [...own].some((one) => domain !== "" && one.endsWith(`@${domain}`));
  const all: [string, number][] = [
    [`category ${category}`, 1],
    ["asks", wish.ask !== "" && isPerson ? 1 : 0],
    ["asked by machine", wish.ask !== "" && !isPerson ? 1 : 0],
    ["deadline", wish.deadline === "" ? 0 : 1],
    // Whoever advertises is always in a hurry.
    ["urgent", wish.isUrgent && category !== "Promotions" && category !== "Spam" ? 1 : 0],
    ["written", Math.log1p(written)],
    ["answered", heard > 1 ? Math.min(written / heard, 1.5) - 0.5 : 0],
    ["unknown", written === 0 && isPerson ? 1 : 0],
    ["direct", isDirect ? 1 : 0],
    ["many", cc.length > 1 ? 1 : 0],
    ["list", mail.isList ? 1 : 0],
    ["colleague", isColleague ? 1 : 0],
    ["own part", mail.hasOwnPart ? 1 : 0],
    ["answer", mail.isReply ? 1 : 0],
    [`from ${address}`, 1],
    [`domain ${domain}`, 0.5],
  ];
  return new Map(all.filter(([, value]) => value !== 0));
}

/** How urgent, as a number; `own` are one person's weights. */
export function urgency(signals: Signals, own?: ReadonlyMap<string, number>): number {
  const { bias, weights } = basePriority();
  let sum = bias + (own?.get("") ?? 0);
  for (const [name, value] of signals) {
    sum += ((weights[name] ?? 0) + (own?.get(name) ?? 0)) * value;
  }
  return sum;
}

/** What it comes to; `highFrom` is the person's own mark. */
export function priorityOf(
  score: number,
  mail: Pick<MailToSort, "isList" | "ownName" | "text">,
  { category, wish }: { category: Category; wish: Wish },
  highFrom = basePriority().highFrom,
): Priority {
  const { lowTo } = basePriority();
  if (category === "Spam") return "Low";
  if (score >= highFrom && mayBeHigh(mail, { category, wish })) return "High";
  return score <= lowTo && !mayBeLowNever(category, wish) ? "Low" : "Medium";
}

/** Mail of lists is not High unless it is due or names the person; spam never is. */
export function mayBeHigh(
  mail: Pick<MailToSort, "isList" | "ownName" | "text">,
  { category, wish }: { category: Category; wish: Wish },
): boolean {
  if (category === "Spam") return false;
  const isNamed = mail.ownName.length > 1 && mail.text.toLowerCase().includes(mail.ownName);
  return !mail.isList || wish.deadline !== "" || isNamed;
}

/** A bill that is due is never Low. */
function mayBeLowNever(category: Category, wish: Wish): boolean {
  return category === "Finance" && wish.deadline !== "";
}
