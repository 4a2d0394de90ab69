import { readFileSync } from "node:fs";
import { Category } from "@inlet/contract/mail/email.ts";
import type { Part } from "./phrases.ts";

/** The owner's mailbox that a message belongs to. */
export type Circle = "work" | "private" | "club";

/** A question about a message; the answer is null if the message does not contain it. */
interface AskedOf {
  question: string;
  answer: string | null;
}

interface Narration {
  category: Category;
  circle: Circle;
  /** Age of its last message. */
  ageMs: number;
  subjects: string[];
  asked: AskedOf[];
}

/** A conversation with slots for names, days and amounts. */
export interface Story extends Narration {
  language: string;
  letters: { by: "them" | "me" | "third"; sentences: NarratedSentence[] }[];
}

interface NarratedSentence {
  text: string;
  isQuestion: boolean;
  isDue: boolean;
}

/** A machine-sent message with slots. */
export interface Form extends Narration {
  brand: { name: string; address: string; colour: string };
  layout: string;
  paragraphs: string[];
  rows: { name: string; value: string }[];
  items: { headline: string; blurb: string }[];
  button: string;
  foot: string;
}

/** A correspondent or owner. */
export interface Persona {
  circle: Circle;
  language: string;
  name: string;
  address: string;
  line: string;
}

/** Reads the conversations of one part. */
export function readStories(part: Part): Story[] {
  const stories: Story[] = [];
  for (const line of linesOf(`stories-${part}.txt`)) {
    const story = stories.at(-1);
    if (line.startsWith("## ")) {
      const [category, circle = "", age = "", language = "en"] = line.slice(3).split(" ");
      stories.push({
        ...begin(category, circle, age),
        language,
        letters: [],
      });
    } else if (!story) throw new Error(`"${line}" belongs to no conversation.`);
    else if (/^(?:them|me|third)$/.test(line)) {
      // Safe: the pattern matches exactly these names.
      story.letters.push({ by: line as Story["letters"][number]["by"], sentences: [] });
    } else if (line.startsWith("-")) {
      const text = line.slice(line.indexOf(" ") + 1);
      const sentence = { text, isQuestion: line[1] === "?", isDue: line[1] === "!" };
      story.letters.at(-1)?.sentences.push(sentence);
    } else readNarration(story, line);
  }
  return stories;
}

/** Parses the machines' messages of one part. */
export function readForms(part: Part): Form[] {
  const forms: Form[] = [];
  for (const line of linesOf(`machines-${part}.txt`)) {
    const form = forms.at(-1);
    const text = line.slice(2);
    if (line.startsWith("## ")) {
      const [category, name = "", address = "", colour = "", layout = "", circle = "", age = ""] =
        line.slice(3).split(" | ");
      forms.push({
        ...begin(category, circle, age),
        brand: { name, address, colour },
        layout,
        paragraphs: [],
        rows: [],
        items: [],
        button: "",
        foot: "",
      });
    } else if (!form) throw new Error(`"${line}" belongs to no machine.`);
    else if (line.startsWith("- ")) form.paragraphs.push(text);
    else if (line.startsWith("+ ")) {
      const [name = "", value = ""] = text.split(" = ");
      form.rows.push({ name, value });
    } else if (line.startsWith("* ")) {
      const [headline = "", blurb = ""] = text.split(" :: ");
      form.items.push({ headline, blurb });
    } else if (line.startsWith("! ")) form.button = text;
    else if (line.startsWith("_ ")) form.foot = text;
    else readNarration(form, line);
  }
  return forms;
}

/** Returns the forty correspondents of the held-out mailboxes. */
export function heldPersonas(): Persona[] {
  return linesOf("people-held.txt").map((line) => {
    const [circle = "", name = "", address = "", title = ""] = line.split("|");
    return { circle: circleOf(circle), language: "en", name, address, line: title };
  });
}

function begin(category: string | undefined, circle: string, age: string): Narration {
  return {
    category: Category.parse(category),
    circle: circleOf(circle),
    ageMs: durationOf(age),
    subjects: [],
    asked: [],
  };
}

function readNarration(narrated: Narration, line: string): void {
  const text = line.slice(2);
  if (line.startsWith("> ")) narrated.subjects.push(text);
  else if (line.startsWith("? ")) {
    const [question = "", answer = ""] = text.split(" = ");
    narrated.asked.push({ question, answer });
  } else if (line.startsWith("x ")) narrated.asked.push({ question: text, answer: null });
  else throw new Error(`Nothing is known of a line "${line}".`);
}

function circleOf(text: string): Circle {
  if (text === "work" || text === "private" || text === "club") return text;
  throw new Error(`"${text}" is no circle of people.`);
}

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a duration such as 50m, 3h or 6d. Returns milliseconds. */
function durationOf(text: string): number {
  const unit = units[text.at(-1) ?? ""];
  if (unit === undefined) throw new Error(`"${text}" is no time.`);
  return Number(text.slice(0, -1)) * unit;
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("# "));
}
