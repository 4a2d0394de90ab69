import type { SortingReason } from "@inlet/contract/sorting.ts";

/** Words about how mail is sorted. */
export const sortingTexts = {
  menu: "How this mail is sorted",
  menuOf: (labels: string) => `${labels}. How this mail is sorted`,
  sort: "Sort",
  why: (category: string) => `Why ${category}?`,
  whyPriority: (priority: string) => `Why ${priority}?`,
  by: {
    you: "You chose it.",
    sender: "You chose it for this sender.",
    server: "Because your mail server put it in Spam.",
  },
  because: (reasons: readonly string[]) => `Because: ${reasons.join(", ")}.`,
  noReason: "No single thing stands out.",
  looking: "Looking…",
  unknown: "It has not been sorted yet.",
  local: "Made on this server without AI models.",
  category: "Category",
  priority: "Priority",
  said: (name: string) => `Sorted as ${name}`,
  always: (address: string, name: string) => `Always ${name} from ${address}`,
  alwaysDone: (address: string, name: string) => `Mail from ${address} is ${name} from now on`,
  section: {
    title: "Sorting",
    hint: "Each mail gets a category and a priority when it arrives, on this server. What you correct is learned from, for you alone.",
    lessons: (count: number) =>
      count === 1 ? "Learned from 1 correction." : `Learned from ${count} corrections.`,
    uses: (count: number) =>
      count === 1
        ? "Learned from what you did with 1 mail."
        : `Learned from what you did with ${count} mails.`,
    nothing: "Nothing has been learned from you yet.",
    share: "How much may be High",
    shareHint: "What counts as High moves so that about this much of your new mail is.",
    shareOf: (percent: number) => `About ${percent} %`,
    learnsFromUse: "Learn from what I do",
    learnsFromUseHint:
      "What you answer, open at once, star or put away unread within a day changes the priority of similar mail.",
    forget: "Forget what was learned",
    forgot: "What was learned is forgotten. What you chose stays.",
    senders: "Senders that you sort yourself",
    remove: (address: string) => `Sort mail from ${address} by itself again`,
    failed: "That did not work. Try again.",
  },
} as const;

/** The reason of one label, as a sentence. */
export function reasonText(by: SortingReason["categoryBy"], reasons: readonly string[]): string {
  if (by === "you" || by === "sender" || by === "server") return sortingTexts.by[by];
  return reasons.length === 0 ? sortingTexts.noReason : sortingTexts.because(reasons);
}
