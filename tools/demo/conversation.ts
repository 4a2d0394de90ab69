import type { Random } from "./random.ts";
import { drawSlots, fillSlots, type Matter, type Phrasebook, type Writer } from "./words.ts";

/** One message of a conversation, before it is encoded. */
export interface Letter {
  from: Writer;
  to: Writer[];
  cc: Writer[];
  date: number;
  subject: string;
  /** Without angle brackets, like all ids here. */
  messageId: string;
  references: string[];
  language: string;
  paragraphs: string[];
  greeting: string;
  closing: string;
  /** The message that this one answers, and the line above the quotation. */
  answers?: { letter: Letter; intro: string };
}

export interface Meeting {
  owner: Writer;
  /** The owner's correspondents who speak the language. */
  others: readonly Writer[];
  book: Phrasebook;
  matter: Matter;
  length: number;
  start: number;
  end: number;
}

const day = 86_400_000;

/** Returns a whole conversation in order: a first message and its answers, each with its references. */
export function converse(random: Random, meeting: Meeting): Letter[] {
  const { owner, book, matter, length } = meeting;
  const circle = random.some(meeting.others, length > 4 ? random.int(1, 3) : 1);
  const slots = drawSlots(random, book.lists);
  const bystander = meeting.others.find((person) => !circle.includes(person));
  if (bystander) slots.set("name", firstName(bystander));
  const subject = fillSlots(random.pick(matter.subjects), slots);
  const speeches = speak(random, meeting, slots);
  const letters: Letter[] = [];
  let date = meeting.start;
  let from = random.chance(0.3) ? owner : random.pick(circle);
  for (const paragraphs of speeches) {
    const previous = letters.at(-1);
    const everyone = [owner, ...circle].filter((person) => person !== from);
    const to = previous && previous.from !== from ? previous.from : random.pick(everyone);
    letters.push({
      from,
      to: [to],
      cc: everyone.filter((person) => person !== to),
      date,
      subject: previous ? `${answerPrefix(random, book.language)}${subject}` : subject,
      messageId: messageId(random, from, date),
      references: previous ? [...previous.references, previous.messageId] : [],
      language: book.language,
      paragraphs,
      greeting: fillSlots(
        random.pick(listOf(book, "greet")),
        new Map([["first", nameFor(to, book.language)]]),
      ),
      closing: random.pick(listOf(book, "sign")),
      ...(previous ? { answers: { letter: previous, intro: introduce(book, previous) } } : {}),
    });
    date = awake(random, date + (random.chance(0.5) ? 0.15 : 1.6) * day * (0.2 + random.next()));
    if (date > meeting.end) break;
    from = random.pick(everyone);
  }
  return letters;
}

// The openings keep their order and the replies follow the matter's order, to move the conversation forward.
function speak(random: Random, meeting: Meeting, slots: ReadonlyMap<string, string>): string[][] {
  const { book, matter, length } = meeting;
  const fill = (sentence: string) => fillSlots(sentence, slots);
  const [first = "", ...more] = matter.openings;
  const kept = new Set(random.some(more, random.int(1, 3)));
  const opening = [first, ...more.filter((sentence) => kept.has(sentence))].map(fill);
  if (random.chance(0.5)) opening.push(fill(random.pick(listOf(book, "extra"))));
  const glue = random.some(
    [...listOf(book, "agree"), ...listOf(book, "doubt"), ...listOf(book, "extra")],
    99,
  );
  const speeches = [paragraphsOf(random, opening)];
  for (let at = 1; at < length; at++) {
    const from = Math.floor(((at - 1) * matter.replies.length) / Math.max(length - 1, 1));
    const upTo = Math.floor((at * matter.replies.length) / Math.max(length - 1, 1));
    const own = random.some(matter.replies.slice(from, Math.max(upTo, from)), random.int(1, 2));
    const linked = glue.splice(0, own.length === 0 ? 2 : random.int(0, 1));
    const filled = (random.chance(0.5) ? [...own, ...linked] : [...linked, ...own]).map(fill);
    if (filled.length === 0) break;
    speeches.push(paragraphsOf(random, filled));
  }
  return speeches;
}

function paragraphsOf(random: Random, sentences: readonly string[]): string[] {
  const paragraphs: string[] = [];
  for (const sentence of sentences) {
    const last = paragraphs.at(-1);
    if (last !== undefined && random.chance(0.45)) {
      paragraphs[paragraphs.length - 1] = joined(last, sentence);
    } else paragraphs.push(sentence);
  }
  return paragraphs;
}

function joined(before: string, after: string): string {
  return /[。？！]$/.test(before) ? before + after : `${before} ${after}`;
}

function introduce(book: Phrasebook, letter: Letter): string {
  const locale = book.language === "ar" ? "ar-u-nu-latn" : book.language;
  const date = new Date(letter.date).toLocaleString(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "Europe/Berlin",
  });
  const slots = new Map([
    ["date", date],
    ["from", nameFor(letter.from, book.language, "whole")],
  ]);
  return fillSlots(listOf(book, "wrote")[0] ?? "", slots);
}

// Moves a message out of the small hours, when no one answers.
function awake(random: Random, date: number): number {
  const hour = new Date(date).getUTCHours();
  return Math.round(hour >= 5 && hour < 21 ? date : date + random.int(9, 12) * 3_600_000);
}

function answerPrefix(random: Random, language: string): string {
  if (language === "de") return random.chance(0.4) ? "AW: " : "Re: ";
  return random.chance(0.05) ? "RE: " : "Re: ";
}

function listOf(book: Phrasebook, name: string): readonly string[] {
  const entries = book.lists.get(name);
  if (!entries) throw new Error(`The phrasebook "${book.language}" has no list "${name}".`);
  return entries;
}

const ownerNames: Readonly<Record<string, string>> = {
  ja: "ノーラ",
  zh: "诺拉",
  ru: "Нора",
  ar: "نورا",
  he: "נורה",
};

/** Returns a correspondent's name in a language. The mailbox's owner has a spelling in each script. */
export function nameFor(person: Writer, language: string, part: "first" | "whole" = "first") {
  if (person.language === "*") return ownerNames[language] ?? firstName(person);
  return part === "whole" ? person.name : firstName(person);
}

function firstName(person: Writer): string {
  const names = person.name.split(" ");
  return (person.language === "zh" ? names.at(-1) : names[0]) ?? person.name;
}

/** Returns a Message-ID in the writer's domain. */
export function messageId(random: Random, from: { address: string }, date: number): string {
  const domain = from.address.split("@")[1] ?? "example.com";
  return `${random.bytes(9).toString("hex")}.${Math.floor(date / 1000).toString(36)}@${domain}`;
}
