import { AlertRules } from "@inlet/contract/integrations/integrations.ts";
import type { Split } from "@inlet/contract/mail/settings.ts";

/** Fields of a message that alert rules check. */
export interface Alertable {
  priority: string;
  category: string;
  /** Address of the sender. */
  from: string;
  labels: readonly string[];
  /** Ids of the user's own parts of the inbox that contain it. */
  splits: readonly string[];
}

/** Rules of a chat that was just linked: important mail, and not while the user sleeps. */
export const usualAlerts: AlertRules = {
  priorities: ["High"],
  categories: [],
  senders: [],
  labels: [],
  splits: [],
  quietHours: true,
};

/** Returns the rules without deleted parts of the inbox; the defaults if no other rule remains. */
export function livingRules(rules: AlertRules, known: readonly string[]): AlertRules {
  const splits = rules.splits.filter((id) => known.includes(id));
  if (splits.length === rules.splits.length) return rules;
  const left = { ...rules, splits };
  return asksForNothing(left) ? { ...usualAlerts, quietHours: rules.quietHours } : left;
}

function asksForNothing({ priorities, categories, senders, labels, splits }: AlertRules): boolean {
  return [priorities, categories, senders, labels, splits].every((one) => one.length === 0);
}

/** Returns true if one of the rules matches the message; without any rule, every message matches. */
export function isAlert(rules: AlertRules, message: Alertable): boolean {
  const { priorities, categories, senders, labels, splits } = rules;
  if (asksForNothing(rules)) return true;
  const from = message.from.toLowerCase();
  const labelSet = new Set(message.labels.map((name) => name.toLowerCase()));
  return (
    priorities.some((one) => one === message.priority) ||
    categories.some((one) => one === message.category) ||
    senders.some((one) => isSender(one.trim().toLowerCase(), from)) ||
    labels.some((one) => labelSet.has(one.trim().toLowerCase())) ||
    splits.some((one) => message.splits.includes(one))
  );
}

/** Returns true if the message is in this part of the inbox. Parts by turn are excluded: only the database knows the turn. */
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

/** Returns the stored rules; null if every event is delivered. Unreadable rules count as the defaults. */
export function readAlerts(json: string): AlertRules | null {
  if (json === "") return null;
  const read = AlertRules.safeParse(JSON.parse(json));
  return read.success ? read.data : usualAlerts;
}
