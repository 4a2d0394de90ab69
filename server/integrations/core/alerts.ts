import { AlertRules } from "@inlet/contract/integrations.ts";

/** Of a message what rules of alerts ask for. */
export interface Alertable {
  priority: string;
  category: string;
  /** The sender's address. */
  from: string;
  labels: readonly string[];
}

/** What a chat that was just linked is told of: what matters, not while the person sleeps. */
export const usualAlerts: AlertRules = {
  priorities: ["High"],
  categories: [],
  senders: [],
  labels: [],
  quietHours: true,
};

/** Whether one of the rules speaks for the message; while there is none, every message is told of. */
export function isAlert(rules: AlertRules, message: Alertable): boolean {
  const { priorities, categories, senders, labels } = rules;
  const chosen = priorities.length + categories.length + senders.length + labels.length;
  if (chosen === 0) return true;
  const from = message.from.toLowerCase();
  const carried = new Set(message.labels.map((name) => name.toLowerCase()));
  return (
    priorities.some((one) => one === message.priority) ||
    categories.some((one) => one === message.category) ||
    senders.some((one) => isSender(one.trim().toLowerCase(), from)) ||
    labels.some((one) => carried.has(one.trim().toLowerCase()))
  );
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
