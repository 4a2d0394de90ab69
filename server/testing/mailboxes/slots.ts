import type { Chance } from "./chance.ts";
import type { Part } from "./phrases.ts";
import type { Circle } from "./read-stories.ts";

const dayMs = 86_400_000;

const lists: Readonly<Record<Part, { company: string[]; place: string[] }>> = {
  train: {
    company: ["Stellan Marine", "Calder Surveys", "Vantor Dredging", "Orme & Daughters"],
    place: ["Pier 2", "Ferry Terminal East", "Quay 7", "the lock at Hollen"],
  },
  held: {
    company: ["Vollan Tents", "Igwe Power", "Aaberg Insurance"],
    place: ["the old fire station", "Lantern Square", "the paper mill"],
  },
};

/** Range of the costs in work, a household and a club. */
const sums: Readonly<Record<Circle, [number, number]>> = {
  work: [18, 940],
  private: [4, 160],
  club: [30, 420],
};

/** A fact that a slot put into a text. */
export interface Fact {
  kind: "amount" | "date";
  text: string;
}

/** Draws names, days and amounts for one conversation or machine-sent message, which uses the same values throughout. */
export function drawSlots(
  chance: Chance,
  options: {
    part: Part;
    circle: Circle;
    /** Time of the last message; days are counted from it. */
    end: number;
    isMachine: boolean;
    people: Readonly<Record<"me" | "them" | "third", string>>;
  },
): ReadonlyMap<string, string> {
  const { part, circle, end, isMachine, people } = options;
  const soon = workday(end + chance.int(1, 2) * dayMs);
  const later = new Date(end + chance.int(8, 14) * dayMs);
  const month = new Date(end);
  month.setUTCDate(15);
  month.setUTCMonth(month.getUTCMonth() + (isMachine ? -1 : 1));
  const first = amountOf(chance, part, circle);
  const inLanguage = (date: Date, locale: string, format: Intl.DateTimeFormatOptions) =>
    date.toLocaleDateString(locale, { timeZone: "UTC", ...format });
  return new Map([
    ...Object.entries(people),
    ["soon", inLanguage(soon, "en-GB", { weekday: "long" })],
    ["soon_de", inLanguage(soon, "de", { weekday: "long" })],
    ["soon_fr", inLanguage(soon, "fr", { weekday: "long" })],
    ["later", inLanguage(later, "en-GB", { day: "numeric", month: "long" })],
    ["month", inLanguage(month, "en-GB", { month: "long" })],
    ["time", `${chance.int(9, 17)}:${chance.pick(["00", "15", "30", "45"])}`],
    ["amount", first.text],
    ["amount2", amountOf(chance, part, circle, first.value).text],
    ["number", String(chance.int(1040, 9870))],
    ["seat", String(chance.int(11, 98))],
    ["company", chance.pick(lists[part].company)],
    ["place", chance.pick(lists[part].place)],
  ]);
}

/** Fills the slots of a text, and adds the facts that appear in it to `facts`. */
export function fillText(text: string, slots: ReadonlyMap<string, string>, facts: Fact[]): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots.get(name);
    if (value === undefined) throw new Error(`Nothing is known of {${name}}: ${text}`);
    if (name.startsWith("amount")) facts.push({ kind: "amount", text: value });
    if (/^(?:soon|later)/.test(name)) facts.push({ kind: "date", text: value });
    return value;
  });
}

function amountOf(chance: Chance, part: Part, circle: Circle, other?: number) {
  const [low, high] = sums[circle];
  let value = chance.int(low, high) * 10;
  if (value === other) value += 10;
  const spelled = value.toLocaleString("en-GB");
  const text = part === "train" ? `€${spelled}` : chance.pick([`£${spelled}`, `${value} EUR`]);
  return { value, text };
}

/** Returns the day, or the next Monday if it is on a weekend. */
function workday(time: number): Date {
  const date = new Date(time);
  const day = date.getUTCDay();
  if (day === 6 || day === 0) date.setUTCDate(date.getUTCDate() + (day === 6 ? 2 : 1));
  return date;
}
