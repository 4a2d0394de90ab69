import type { ClassificationReason } from "@inlet/contract/ai/classification.ts";

/** Texts about classification. */
export const classificationTexts = {
  menu: "Category and priority",
  menuOf: (labels: string) => `${labels}. Category and priority`,
  sort: "Classify",
  why: (category: string) => `Why ${category}?`,
  whyPriority: (priority: string) => `Why ${priority}?`,
  by: {
    you: "You chose it.",
    sender: "You chose it for this sender.",
    server: "Your mail server put it in Spam.",
  },
  because: (reasons: readonly string[]) => `Because: ${reasons.join(", ")}.`,
  noReason: "No single reason stands out.",
  looking: "Looking…",
  unknown: "Not classified yet.",
  local: "Made on this server without AI models.",
  category: "Category",
  priority: "Priority",
  doneText: (name: string) => `Classified as ${name}`,
  always: (address: string, name: string) => `Always ${name} from ${address}`,
  alwaysDone: (address: string, name: string) => `Emails from ${address} are now ${name}`,
  section: {
    title: "Classification",
    hint: "Each email gets a category and a priority when it arrives, on this server. Inlet learns from your corrections, for you only.",
    lessons: (count: number) =>
      count === 1 ? "Learned from 1 correction." : `Learned from ${count} corrections.`,
    uses: (count: number) =>
      count === 1
        ? "Learned from your actions on 1 email."
        : `Learned from your actions on ${count} emails.`,
    nothing: "Nothing learned yet.",
    share: "How much email is High priority",
    shareHint: "Inlet adjusts to your choice: about this share of new email gets High priority.",
    shareOf: (percent: number) => `About ${percent}%`,
    learnsFromUse: "Learn from my actions",
    learnsFromUseHint:
      "Replying, opening quickly, starring, or archiving unread within a day changes the priority of similar emails.",
    forget: "Forget what was learned",
    forgot: "Learned data deleted. Your own choices stay.",
    senders: "Senders with a fixed category or priority",
    remove: (address: string) => `Classify emails from ${address} automatically again`,
    failed: "That did not work. Try again.",
  },
} as const;

/** Returns the reason of one classification as a sentence. */
export function reasonText(
  by: ClassificationReason["categoryBy"],
  reasons: readonly string[],
): string {
  if (by === "you" || by === "sender" || by === "server") return classificationTexts.by[by];
  return reasons.length === 0 ? classificationTexts.noReason : classificationTexts.because(reasons);
}
