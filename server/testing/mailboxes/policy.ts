import type { Category, Priority } from "@inlet/contract/mail/email.ts";
import type { Chance } from "./chance.ts";

/** Simulates one user's judgment of urgency: the people and topics that they care about, and some chance. */
export function policyOf(chance: Chance, people: readonly string[]) {
  const bell = () => chance.next() + chance.next() + chance.next() - 1.5;
  const fondness = new Map(people.map((name) => [name, bell() * 2.4]));
  const counts = new Map<string, { written: number; incoming: number }>();
  const cares: Record<Category, number> = {
    Work: 0.6 + bell(),
    Personal: 0.3 + bell(),
    Finance: 0.2 + bell(),
    Social: -0.8 + bell(),
    Promotions: -2 + bell(),
    Updates: -1 + bell(),
    Spam: -4,
  };
  const asking = 0.9 + bell() * 0.6;
  const hurrying = 1.5 + bell() * 0.6;
  return {
    /** Returns the earlier messages to and from the sender: the user writes more to people they care about. */
    countsOf(sender: string) {
      const known = counts.get(sender) ?? { written: 0, incoming: 0 };
      const liking = fondness.get(sender);
      const isAnswered = liking !== undefined && chance.next() < 1 / (1 + Math.exp(-liking * 1.5));
      counts.set(sender, {
        written: known.written + (isAnswered ? 1 : 0),
        incoming: known.incoming + 1,
      });
      return known;
    },
    say(mail: {
      category: Category;
      sender: string;
      asks: boolean;
      hasDeadline: boolean;
      cc: readonly string[];
    }): Priority {
      const score =
        cares[mail.category] +
        (fondness.get(mail.sender) ?? 0) +
        (mail.asks ? asking : 0) +
        (mail.hasDeadline ? hurrying : 0) -
        (mail.cc.length > 1 ? 0.5 : 0) +
        bell() * 0.5;
      if (score > 2) return "High";
      return score > 0.2 ? "Medium" : "Low";
    },
  };
}
