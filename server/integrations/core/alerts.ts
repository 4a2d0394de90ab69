import { AlertRules } from "@inlet/contract/integrations.ts";
import type { Split } from "@inlet/contract/settings.ts";

/** Of a message what rules of alerts ask for. */
export interface Alertable {
  priority: string;
  category: string;
  /** The sender's address. */
  from: string;
  labels: readonly string[];
  /** Ids of the person's own parts of the inbox that it stands in. */
  splits: readonly string[];
}

/** What a chat that was just linked is told of: what matters, not while the person sleeps. */
export const usualAlerts: AlertRules = {
  priorities: ["High"],
  categories: [],
  senders: [],
  labels: [],
  splits: [],
  quietHours: true,
};

/** Rules without the parts of the inbox that are no more; where nothing else was asked for, the usual. */
export function livingRules(rules: AlertRules, known: readonly string[]): AlertRules {
  const splits = rules.splits.filter((id) => known.includes(id));
  if (splits.length === rules.splits.length) return rules;
  const left = { ...rules, splits };
  return asksForNothing(left) ? { ...usualAlerts, quietHours: rules.quietHours } : left;
}

function asksForNothing({ priorities, categories, senders, labels, splits }: AlertRules): boolean {
  return [priorities, categories, senders, labels, splits].every((one) => one.length === 0);
}

/** Whether one of the rules speaks for the message; while there is none, every message is told of. */
export function isAlert(rules: AlertRules, message: Alertable): boolean {
  const { priorities, categories, senders, labels, splits } = rules;
  if (asksForNothing(rules)) return true;
  const from = message.from.toLowerCase();
  const carried = new Set(message.labels.map((name) => name.toLowerCase()));
  return (
    priorities.some((one) => one === message.priority) ||
    categories.some((one) => one === message.category) ||
    senders.some((one) => isSender(one.trim().toLowerCase(), from)) ||
    labels.some((one) => carried.has(one.trim().toLowerCase())) ||
    splits.some((one) => message.splits.includes(one))
  );
}

/** Whether a message stands in this part of the inbox; whose turn it is only the database knows. */
export function isInSplit(
  split: Exclude<Split, { kind: "turn" }>,
  message: Pick<Alertable, "category" | "from" | "labels">,
): boolean {
  switch (split.kind) {
    case "label":
      return message.labels.some((name) => name.toLowerCase() === split.value.toLowerCase());
    case "sender":
      return isSender(split.value.trim().toLowerCase(), message.from.toLowerCase());
    case "category":
      return message.category === split.value;
  }
}

function isSender(wanted: string, from: string): boolean {
  return wanted.startsWith("@") ? from.endsWith(wanted) : from === wanted;
}

/** The stored rules; null where every event is told. What cannot be read counts as the usual. */
export function readAlerts(json: string): AlertRules | null {
  if (json === "") return null;
  const read = AlertRules.safeParse(JSON.parse(json));
  return read.success ? read.data : usualAlerts;
}
