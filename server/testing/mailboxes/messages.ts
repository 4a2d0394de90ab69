import type { Chance } from "./chance.ts";
import type { Kind, Part } from "./phrases.ts";

/** Expected labels of a message, against which its readers are measured. */
export interface Gold {
  /** Amounts and dates in the text, spelled as there. */
  facts: { kind: "amount" | "date"; text: string }[];
  /** Questions about it, with the answer as spelled in the text; null: the text does not say. */
  questions: { question: string; answer: string | null }[];
  asks: boolean;
  hasDeadline: boolean;
  /** The person or machine that wrote it, by its sender name. */
  sender: string;
}

interface Scene {
  chance: Chance;
  kind: Kind;
  list: (name: string) => string[];
  owner: { name: string; address: string };
  /** The domain of the owner's employer. */
  work: string;
  part: Part;
}

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const days: Readonly<Record<Part, string[]>> = {
  train: ["tomorrow", "tonight", "the end of the day", "this Friday", "3 March"],
  held: ["tomorrow noon", "this evening", "the day after tomorrow", "12 May"],
};
const frames: Readonly<Record<Part, { greet: string[]; close: string[]; foot: string[] }>> = {
  train: {
    greet: ["Hi {me},", "Hello {me},", "Dear {me},", "{me},", ""],
    close: ["Best regards", "Thanks", "Cheers", "Kind regards", "See you"],
    foot: [
      "You receive this mail because you have an account with {brand}. Unsubscribe.",
      "{brand}, 12 Harbour Street. Manage your preferences.",
      "This is an automatic message, please do not reply.",
    ],
  },
  held: {
    greet: ["Morning {me},", "{me} –", "Good day {me},", ""],
    close: ["All the best", "Many thanks", "Take care", "Yours"],
    foot: [
      "Sent to {me} by {brand}. Change how often we write, or leave the list.",
      "Automated mail from {brand}. Replies are not read.",
    ],
  },
};

/** Sender names of machines: the part before the @, and the suffix of the brand. */
const callings: Readonly<Record<Part, Readonly<Record<string, string[]>>>> = {
  train: {
    Finance: ["billing/Billing", "invoice", "payments", "statements/Bank", "investor/Investor"],
    Promotions: ["deals/Deals", "offers", "sale/Shop", "marketing"],
    Updates: [
      "orders",
      "news/News",
      "digest/Daily",
      "security",
      "newsletter/Newsletter",
      "support",
    ],
    Social: ["notifications", "friends", "groups/Community"],
    Work: ["notifications", "builds", "tracker"],
  },
  held: {
    Finance: ["accounts/Payments", "ebilling", "mail"],
    Promotions: ["hello/Offers", "store/Store", "mail"],
    Updates: ["updates", "weekly/Weekly", "service/Headlines", "notice"],
    Social: ["notify", "mail"],
    Work: ["robot", "notify"],
  },
};

/** Writes one message of a kind. */
export function messageTo(scene: Scene) {
  const { chance, kind, owner, part } = scene;
  const facts: Gold["facts"] = [];
  const slots = slotsOf(scene, facts);
  const fill = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => slots(name));
  const most = chance.int(2, 4) + (isLong(kind, scene) ? 7 : 0);
  const sentences = shuffled(chance, kind.sentences).slice(0, most);
  const frame = frames[part];
  const subject = fill(chance.pick(kind.subjects));
  facts.length = 0;
  const body = sentences.map(({ text }) => fill(text));
  const from = senderOf(scene, slots);
  const greeting = fill(chance.pick(frame.greet));
  const [first = ""] = from.name.split(" ");
  const ending = kind.isHuman
    ? `${chance.pick(frame.close)}\n${first}`
    : fill(chance.pick(frame.foot));
  const text = [greeting, body.join(chance.next() < 0.5 ? " " : "\n\n"), ending]
    .filter(Boolean)
    .join("\n\n");
  const isBulk = !kind.isHuman && kind.category !== "Spam";
  const isHtml = isBulk ? chance.next() < 0.9 : chance.next() < 0.35;
  const asks = sentences.some((one) => one.isQuestion);
  const others = kind.isHuman ? chance.int(0, kind.category === "Work" ? 3 : 1) : 0;
  const answer = (which: "amount" | "date") =>
    facts.find((fact) => fact.kind === which)?.text ?? null;
  return {
    from,
    sender: from.name,
    to: [owner.address],
    cc: Array.from({ length: others }, (_, index) => `colleague${index}@${scene.work}`),
    subject,
    text,
    html: isHtml ? htmlOf(part, body, ending, isBulk) : "",
    isList: isListed(kind, chance),
    isReply: kind.isHuman && chance.next() < 0.35,
    hasAttachments: /attach/i.test(text),
    facts: [...facts],
    questions: [
      { question: `Which amount does "${subject}" name?`, answer: answer("amount") },
      { question: `Which day does "${subject}" name?`, answer: answer("date") },
    ],
    asks,
    hasDeadline: sentences.some((one) => one.isDeadline),
  };
}

/** Returns true for some messages to many recipients, which are often long. */
function isLong({ isHuman, category }: Kind, { part, chance }: Scene): boolean {
  return part === "train" && !isHuman && category !== "Spam" && chance.next() < 0.4;
}

/** Returns true if the message offers to leave a list: advertising does, a bank mostly does not, spam hardly ever. */
function isListed({ category, isHuman }: Kind, { next }: Chance): boolean {
  if (isHuman) return category === "Social" && next() < 0.4;
  const often = { Promotions: 0.95, Social: 0.7, Updates: 0.4, Work: 0.4, Finance: 0.15 };
  return next() < (Object.entries(often).find(([name]) => name === category)?.[1] ?? 0.08);
}

function slotsOf({ chance, list, owner, part }: Scene, facts: Gold["facts"]) {
  const held = new Map<string, string>();
  const money = () => {
    const amount = `${chance.int(4, 2400)}.${chance.int(10, 99)}`;
    return chance.pick([`$${amount}`, `€${amount}`, `${amount} EUR`, `£${amount}`]);
  };
  const makers: Readonly<Record<string, () => string>> = {
    brand: () => chance.pick(list("brands")),
    person: () => chance.pick(list("people")),
    project: () => chance.pick(list("projects")),
    thing: () => chance.pick(list("things")),
    place: () => chance.pick(list("places")),
    item: () => chance.pick(list("items")),
    headline: () => chance.pick(list("headlines")),
    tech: () => chance.pick(list("techs")),
    topic: () => chance.pick(list("topics")),
    me: () => owner.name,
    weekday: () => chance.pick(weekdays),
    soon: () => chance.pick(days[part]),
    time: () => `${chance.int(8, 19)}:${chance.pick(["00", "15", "30"])}`,
    number: () => String(chance.int(12, 98_000)),
    percent: () => `${chance.int(1, 9)}0%`,
    amount: money,
  };
  return (name: string): string => {
    const value = held.get(name) ?? makers[name]?.() ?? "";
    // One message has many headlines, but only one value of each other slot.
    if (name !== "headline") held.set(name, value);
    if (name === "amount") facts.push({ kind: "amount", text: value });
    if (name === "soon" || name === "weekday") facts.push({ kind: "date", text: value });
    return value;
  };
}

function senderOf({ chance, kind, list, work, part }: Scene, slots: (name: string) => string) {
  if (!kind.isHuman) {
    const brand = slots("brand");
    const host = brand.toLowerCase().replaceAll(/[^a-z]+/g, "");
    if (kind.category === "Spam") {
      const local = `${chance.pick(["info", "support", "mark", "jenny", "win"])}${chance.int(1, 999)}`;
      return {
        name: chance.pick(["Support Team", "Dr. Bello", "Admin", "Jenny"]),
        address: `${local}@${host}-${chance.int(2, 99)}.example`,
      };
    }
    const ways = callings[part][kind.category] ?? ["no-reply"];
    const [local = "", title = ""] = chance.pick([...ways, "no-reply", "info"]).split("/");
    return { name: `${brand} ${title}`.trim(), address: `${local}@${host}.example` };
  }
  const name = chance.pick(list("people"));
  const isWork = kind.category === "Work";
  const domain = isWork
    ? chance.next() < 0.5
      ? work
      : chance.pick(list("domains"))
    : chance.pick([...list("homes"), ...list("homes"), ...list("domains")]);
  return { name, address: `${name.toLowerCase().replace(" ", ".")}@${domain}` };
}

function htmlOf(part: Part, body: readonly string[], ending: string, isBulk: boolean): string {
  const paragraphs = body.map((text) => `<p>${text}</p>`).join("");
  if (!isBulk) return `<div>${paragraphs}<p>${ending}</p></div>`;
  const picture = '<img src="cid:logo" width="120">';
  return part === "train"
    ? `<table><tr><td>${picture}</td></tr><tr><td>${paragraphs}<a href="https://a.example">Open</a></td></tr><tr><td><small>${ending}</small></td></tr></table>`
    : `<main>${picture}${picture}<section>${paragraphs}</section><a href="https://b.example">More</a><footer>${ending}</footer></main>`;
}

function shuffled<T>(chance: Chance, from: readonly T[]): T[] {
  return from
    .map((one) => ({ one, at: chance.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
