import type { Brief, BriefLine } from "@inlet/contract/ai/brief.ts";
import type { Texts } from "#/texts/texts.ts";
import { escaped, shown } from "./present.ts";

const linesOfPart = 10;
const whoLength = 60;
const subjectLength = 100;
const textLength = 80;
/** Telegram accepts 4096 characters in a message. Here the HTML tags count too. */
const maxLength = 4000;

/** Writes the daily brief as a message: mail to answer, deadlines, and awaited answers. */
export function presentBrief(brief: Brief, publicUrl: string, { chats }: Texts): string {
  const words = chats.brief;
  const lineTextOf = (line: BriefLine) => sayingWith(line, chats.noSubject);
  const parts = [
    part(words.answer, brief.answer, lineTextOf),
    part(
      words.deadlines,
      brief.deadlines,
      (line) => `${escaped(`${line.day} ${line.time}`.trim())} · ${lineTextOf(line)}`,
    ),
    part(words.waiting, brief.waiting, lineTextOf),
  ].filter((one) => one !== null);
  const rest = brief.rest.reduce((sum, { count }) => sum + count, 0);
  const head = `<b>${words.title(escaped(brief.day))}</b>`;
  const foot = [
    ...(rest === 0 ? [] : [words.rest(rest)]),
    `<a href="${escaped(new URL("/app/brief", publicUrl).href)}">${escaped(words.open)}</a>`,
  ];
  let left = maxLength - head.length - foot.join("\n").length;
  const body = parts.flatMap(({ title, lines, more }) => {
    const space = left - title.length - spaceForMore;
    const fitting = within(lines, space);
    const omitted = more + lines.length - fitting.length;
    const rows = [
      "",
      `<b>${escaped(title)}</b>`,
      ...fitting,
      ...(omitted > 0 ? [words.more(omitted)] : []),
    ];
    left -= rows.join("\n").length + 1;
    return rows;
  });
  const content = parts.length > 0 ? body : ["", words.nothing];
  return [head, ...content, "", ...foot].join("\n");
}

/** Space for "and 1234 more", the tags of the title and the line breaks. */
const spaceForMore = 40;

interface Part {
  title: string;
  lines: string[];
  more: number;
}

function part<Line extends BriefLine>(
  title: string,
  { lines, more }: { lines: readonly Line[]; more: number },
  format: (line: Line) => string,
): Part | null {
  if (lines.length === 0) return null;
  const rows = lines.slice(0, linesOfPart).map((line) => `• ${format(line)}`);
  return { title, lines: rows, more: more + lines.length - rows.length };
}

function within(lines: readonly string[], space: number): string[] {
  let length = 0;
  const last = lines.findIndex((line) => (length += line.length + 1) > space);
  return last === -1 ? [...lines] : lines.slice(0, last);
}

function sayingWith({ who, subject, text }: BriefLine, noSubject: string): string {
  const about = shown(subject, subjectLength) || noSubject;
  const words = shown(text, textLength);
  return `${shown(who, whoLength)}: ${about}${words === "" ? "" : ` · ${words}`}`;
}
