import type { Category, Priority } from "@inlet/contract/mail/email.ts";
import { chanceOf, type Chance } from "./chance.ts";
import { type Gold, messageTo } from "./messages.ts";
import { type Kind, type Part, readPhrases } from "./phrases.ts";
import { policyOf } from "./policy.ts";

/** An invented message, with its expected labels. */
export interface GeneratedMessage extends Gold {
  id: string;
  from: { name: string; address: string };
  to: string[];
  cc: string[];
  subject: string;
  text: string;
  html: string;
  isList: boolean;
  isReply: boolean;
  hasAttachments: boolean;
  isHuman: boolean;
  category: Category;
  /** The priority that the mailbox's owner would choose. Owners differ and are not always consistent. */
  priority: Priority;
  /** Number of earlier messages to the sender, and from them. */
  written: number;
  incoming: number;
  date: number;
}

interface GeneratedMailbox {
  owner: { name: string; address: string };
  mails: GeneratedMessage[];
}

/** Percentage of each category. */
const shares: readonly (readonly [Category, number])[] = [
  ["Work", 26],
  ["Personal", 15],
  ["Finance", 13],
  ["Social", 10],
  ["Promotions", 13],
  ["Updates", 15],
  ["Spam", 8],
];

/** Creates a mailbox of invented mail, oldest first. The same seed gives the same mail. */
export function makeMailbox(options: {
  seed: string;
  part: Part;
  count: number;
  now: number;
}): GeneratedMailbox {
  const { seed, part, count, now } = options;
  const chance = chanceOf(`${part}/${seed}`);
  const book = readPhrases(part);
  const list = (name: string) => book.lists.get(name) ?? [];
  const [ownName = ""] = chance.pick(list("people")).split(" ");
  const work = chance.pick(list("domains"));
  const owner = { name: ownName, address: `${ownName.toLowerCase()}@${work}` };
  const kinds = Map.groupBy(book.kinds, ({ category }) => category);
  const policy = policyOf(chance, list("people"));
  const messages = Array.from({ length: count }, (_, index): GeneratedMessage => {
    const kind = pickKind(chance, kinds);
    const letter = messageTo({ chance, kind, list, owner, work, part });
    const date = now - (count - index) * 3_600_000 - chance.int(0, 3_000_000);
    const { written, incoming } = policy.countsOf(letter.sender);
    const priority = policy.say({ ...letter, category: kind.category });
    const id = `${seed}-${index}`;
    return {
      ...letter,
      id,
      date,
      written,
      incoming,
      priority,
      category: kind.category,
      isHuman: kind.isHuman,
    };
  });
  return { owner, mails: messages };
}

function pickKind(chance: Chance, kinds: ReadonlyMap<Category, Kind[]>): Kind {
  let left = chance.next() * 100;
  for (const [category, share] of shares) {
    left -= share;
    if (left < 0) return chance.pick(kinds.get(category) ?? []);
  }
  return chance.pick(kinds.get("Work") ?? []);
}
