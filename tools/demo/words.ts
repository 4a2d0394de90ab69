import { readFileSync } from "node:fs";
import path from "node:path";
import type { Random } from "./random.ts";

/** A subject that people write about: its titles, openings and answers. */
export interface Matter {
  group: Group;
  subjects: string[];
  openings: string[];
  replies: string[];
}

export type Group = "work" | "private" | "club";

/** Texts in one language: lists by name (greet, sign, day …) and the matters. */
export interface Phrasebook {
  language: string;
  lists: ReadonlyMap<string, readonly string[]>;
  matters: Matter[];
}

/** A correspondent; `line` is printed under the name in the signature. */
export interface Writer {
  group: Group;
  language: string;
  name: string;
  address: string;
  line: string;
}

const languages = [
  "english",
  "german",
  "french",
  "spanish",
  "russian",
  "japanese",
  "chinese",
  "arabic",
  "hebrew",
];

/** Returns all phrasebooks by language code. */
export function readPhrasebooks(): Map<string, Phrasebook> {
  const books = languages.map((name) => parsePhrasebook(linesOf(`${name}.txt`)));
  return new Map(books.map((book) => [book.language, book]));
}

/** Returns all correspondents of the demo mailboxes. */
export function readWriters(): Writer[] {
  return linesOf("people.txt").map((line) => {
    const [group = "", language = "en", name = "", address = "", title = ""] = line.split("|");
    return { group: groupOf(group), language, name, address, line: title };
  });
}

/** Returns the lines of a word file, without comments and blank lines. */
export function linesOf(file: string): string[] {
  return readFileSync(path.join(import.meta.dirname, "words", file), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.startsWith("# "));
}

/** Splits entries at " | ". */
export function entriesOf(text: string): string[] {
  return text.split(" | ").map((entry) => entry.trim());
}

export function groupOf(text: string): Group {
  if (text === "work" || text === "private" || text === "club") return text;
  throw new Error(`"${text}" is no group of people.`);
}

/** Replaces `{slot}` by its value; an unknown slot is an error in the word files. */
export function fillSlots(text: string, slots: ReadonlyMap<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const value = slots.get(slot);
    if (value === undefined) throw new Error(`No value for {${slot}} in "${text}".`);
    return value;
  });
}

/** Picks one value from each list, for a whole conversation. */
export function drawSlots(
  random: Random,
  lists: ReadonlyMap<string, readonly string[]>,
): Map<string, string> {
  const slots = new Map([...lists].map(([name, entries]) => [name, random.pick(entries)]));
  slots.set("number", String(random.int(1040, 9870)));
  return slots;
}

function parsePhrasebook(lines: readonly string[]): Phrasebook {
  const lists = new Map<string, string[]>();
  const matters: Matter[] = [];
  for (const line of lines) {
    const space = line.indexOf(" ");
    const key = line.slice(0, space);
    const rest = line.slice(space + 1);
    const matter = matters.at(-1);
    if (key === "##") {
      const group = groupOf(rest.slice(0, rest.indexOf(" ")));
      matters.push({ group, subjects: [], openings: [], replies: [] });
    } else if (key === "subject") matter?.subjects.push(...entriesOf(rest));
    else if (key === "open") matter?.openings.push(...entriesOf(rest));
    else if (key === "reply") matter?.replies.push(...entriesOf(rest));
    else lists.set(key, [...(lists.get(key) ?? []), ...entriesOf(rest)]);
  }
  return { language: lists.get("language")?.[0] ?? "", lists, matters };
}
