import type { Category, Priority } from "@inlet/contract/mail/email.ts";
import { chanceOf, type Chance } from "./chance.ts";
import { type FilledForm, htmlOfForm, textOfForm } from "./layouts.ts";
import type { Part } from "./phrases.ts";
import { policyOf } from "./policy.ts";
import {
  type Circle,
  type Form,
  type Persona,
  readForms,
  readStories,
  type Story,
} from "./read-stories.ts";
import { drawSlots, type Fact, fillText } from "./slots.ts";

/** An invented message of an invented mailbox, with its expected labels. */
export interface BelievableMail {
  id: string;
  /** Id of the first message of the thread. */
  threadId: string;
  /** Ids of the earlier messages in its conversation, oldest first. */
  before: string[];
  circle: Circle;
  language: string;
  from: Persona;
  to: Persona;
  date: number;
  subject: string;
  isOwn: boolean;
  /** A person's text, in paragraphs; empty for machines. */
  paragraphs: string[];
  /** A machine's form; null for people. */
  form: FilledForm | null;
  /** Without quotes and signature. */
  text: string;
  html: string;
  isList: boolean;
  gold: {
    /** Expected category; "" for a message that the owner wrote. */
    category: Category | "";
    /** The owner's judgment, which is personal and not always consistent. */
    priority: Priority | "";
    /** Amounts and days, spelled as in the text. */
    facts: Fact[];
    /** Sentences that request something. */
    asks: string[];
  };
}

/** A question about the mailbox, with its expected answer. */
interface Question {
  question: string;
  /** Spelled as in the message; null if no message gives it. */
  answer: string | null;
  mailId: string | null;
}

export interface BelievableMailbox {
  mails: BelievableMail[];
  questions: Question[];
}

interface Options {
  seed: string;
  part: Part;
  now: number;
  /** The owner's persona in each circle. */
  owners: Readonly<Record<Circle, Persona>>;
  people: readonly Persona[];
  /** Number of times that each story occurs, each some weeks earlier; questions concern only the newest. */
  rounds?: number;
}

interface Scene extends Options {
  chance: Chance;
  policy: ReturnType<typeof policyOf>;
  next: (circle: Circle, language: string) => Persona;
}

const roundMs = 13 * 86_400_000;

/**
 * Creates threads with the owner's replies and machine-sent messages of all kinds, oldest first. The same seed gives the same
 * mailbox.
 */
export function makeBelievableMailbox(options: Options): BelievableMailbox {
  const { seed, part, now, people, rounds = 1 } = options;
  const chance = chanceOf(`${part}/${seed}`);
  const policy = policyOf(
    chance,
    people.map(({ name }) => name),
  );
  const scene = { ...options, chance, policy, next: byTurns(chance, people) };
  const messages: BelievableMail[] = [];
  const questions: Question[] = [];
  for (let round = 0; round < rounds; round++) {
    const at = (item: Story | Form) => ({
      id: `${seed}-${round}-${messages.length}`,
      end: now - item.ageMs - round * roundMs - chance.int(0, 20) * 60_000,
    });
    const write = (item: Story | Form, written: BelievableMail[], slots: Slots) => {
      messages.push(...written);
      if (round > 0) return;
      for (const { question, answer } of item.asked) {
        questions.push(questionOf(fillText(question, slots, []), answer, written, slots));
      }
    };
    for (const story of readStories(part)) write(story, ...writeStory(scene, story, at(story)));
    for (const form of readForms(part)) write(form, ...fillForm(scene, form, at(form)));
  }
  return { mails: messages.toSorted((a, b) => a.date - b.date), questions };
}

type Slots = ReadonlyMap<string, string>;
interface Place {
  id: string;
  end: number;
}

function writeStory(scene: Scene, story: Story, { id, end }: Place): [BelievableMail[], Slots] {
  const { chance, part, owners, next } = scene;
  const { circle, language, category } = story;
  const me = owners[circle];
  const them = next(circle, language);
  const third = next(circle, language);
  const cast = { me, them, third };
  const people = { me: firstName(me), them: firstName(them), third: firstName(third) };
  const slots = drawSlots(chance, { part, circle, end, isMachine: false, people });
  const subject = fillText(chance.pick(story.subjects), slots, []);
  const dates = datesUpTo(chance, end, story.letters.length);
  const written: BelievableMail[] = [];
  for (const [at, { by, sentences }] of story.letters.entries()) {
    const from = cast[by];
    const isOwn = by === "me";
    const other = story.letters.find((letter) => letter.by !== "me")?.by ?? "them";
    const facts: Fact[] = [];
    const marked = sentences.map(({ text, isQuestion, isDue }) => ({
      text: fillText(text, slots, facts),
      isQuestion,
      isDue,
    }));
    const asks = marked.filter(({ isQuestion }) => isQuestion).map(({ text }) => text);
    const isDue = marked.some((one) => one.isDue);
    const paragraphs = marked.reduce<string[]>((all, { text }) => {
      // A message has two or three paragraphs, not one per sentence.
      const last = all.at(-1);
      const isJoined = last !== undefined && last.length < 120 && chance.next() < 0.55;
      return isJoined ? [...all.slice(0, -1), `${last} ${text}`] : [...all, text];
    }, []);
    const to = isOwn ? cast[other] : me;
    written.push({
      id: at === 0 ? id : `${id}-${at}`,
      threadId: id,
      before: written.map((mail) => mail.id),
      circle,
      language,
      from,
      to,
      isOwn,
      paragraphs,
      date: dates[at] ?? end,
      subject: at === 0 ? subject : `Re: ${subject}`,
      form: null,
      text: `${paragraphs.join("\n\n")}\n`,
      html: "",
      isList: false,
      gold: {
        category: isOwn ? "" : category,
        priority: isOwn ? "" : priorityOf(scene, category, from, { asks, isDue }),
        facts,
        asks,
      },
    });
  }
  return [written, slots];
}

function fillForm(scene: Scene, form: Form, { id, end }: Place): [BelievableMail[], Slots] {
  const { chance, part, owners, next } = scene;
  const { brand, circle, category } = form;
  const me = owners[circle];
  const [them, third] = [next(circle, "en"), next(circle, "en")];
  const people = { me: firstName(me), them: them.name, third: third.name };
  const slots = drawSlots(chance, { part, circle, end, isMachine: true, people });
  const facts: Fact[] = [];
  const fill = (text: string) => fillText(text, slots, facts);
  const filled: FilledForm = {
    brand,
    layout: form.layout,
    button: form.button,
    foot: fill(form.foot),
    subject: fillText(chance.pick(form.subjects), slots, []),
    paragraphs: form.paragraphs.map(fill),
    rows: form.rows.map(({ name, value }) => ({ name, value: fill(value) })),
    items: form.items.map(({ headline, blurb }) => ({
      headline: fill(headline),
      blurb: fill(blurb),
    })),
  };
  const from = { circle, language: "en", name: brand.name, address: brand.address, line: "" };
  const mail: BelievableMail = {
    id,
    threadId: id,
    before: [],
    circle,
    language: "en",
    from,
    to: me,
    date: end,
    subject: filled.subject,
    isOwn: false,
    paragraphs: [],
    form: filled,
    text: textOfForm(filled),
    html: htmlOfForm(filled, part),
    isList: /unsubscribe|leave (?:the list|this circle|notifications)|how often/i.test(form.foot),
    gold: {
      category,
      priority: priorityOf(scene, category, from, { asks: [], isDue: false }),
      facts,
      asks: [],
    },
  };
  return [[mail], slots];
}

function questionOf(
  question: string,
  answer: string | null,
  written: readonly BelievableMail[],
  slots: Slots,
): Question {
  if (answer === null) return { question, answer, mailId: null };
  const text = fillText(answer, slots, []);
  const mail = written.find((one) => one.text.includes(text));
  if (!mail) throw new Error(`No mail answers "${question}" with "${text}".`);
  return { question, answer: text, mailId: mail.id };
}

function priorityOf(
  { policy }: Scene,
  category: Category,
  from: Persona,
  { asks, isDue }: { asks: readonly string[]; isDue: boolean },
): Priority {
  return policy.say({
    category,
    sender: from.name,
    asks: asks.length > 0,
    hasDeadline: isDue,
    cc: [],
  });
}

/** Each correspondent takes a turn before any takes a second one. */
function byTurns(chance: Chance, people: readonly Persona[]): Scene["next"] {
  const waiting = new Map<string, Persona[]>();
  return (circle, language) => {
    const key = `${circle} ${language}`;
    let left = waiting.get(key) ?? [];
    if (left.length === 0) {
      const all = people.filter((one) => one.circle === circle && one.language === language);
      left = all
        .map((one) => ({ one, at: chance.next() }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ one }) => one);
    }
    const [first, ...rest] = left;
    if (!first) throw new Error(`Nobody of "${circle}" writes "${language}".`);
    waiting.set(key, rest);
    return first;
  };
}

/** Returns the dates of the messages: the last at `end`, none in the small hours. */
function datesUpTo(chance: Chance, end: number, count: number): number[] {
  const dates = [awake(end)];
  while (dates.length < count) {
    dates.unshift(awake((dates[0] ?? end) - chance.int(70, 420) * 60_000));
  }
  return dates;
}

/** Returns the time, or the evening before if the time is at night. */
function awake(time: number): number {
  const hour = new Date(time).getUTCHours();
  return hour < 6
    ? time - (hour + 4) * 3_600_000
    : hour > 20
      ? time - (hour - 20) * 3_600_000
      : time;
}

function firstName({ name }: Persona): string {
  return name.split(" ")[0] ?? name;
}
