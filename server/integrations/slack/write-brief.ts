import type { Brief, BriefLine } from "@inlet/contract/ai/brief.ts";
import type { KnownBlock } from "@slack/web-api";
import { onOneLine } from "#/integrations/core/foreign-text.ts";
import type { Texts } from "#/texts/texts.ts";
import type { Written } from "./slack-api.ts";
import { escaped, plain } from "./escape-text.ts";

const linesOfPart = 10;
const lineLength = 240;

/** Writes the daily brief as a message: mail to answer, deadlines, and awaited answers. */
export function writeBrief(brief: Brief, publicUrl: string, { chats }: Texts): Written {
  const words = chats.brief;
  const shortTextOf = (line: BriefLine) => sayingWith(line, chats.noSubject);
  const part = (title: string, lines: readonly string[], more: number) =>
    partOf(title, lines, { more, sayMore: words.more });
  const parts = [
    part(words.answer, brief.answer.lines.map(shortTextOf), brief.answer.more),
    part(
      words.deadlines,
      brief.deadlines.lines.map(
        (line) => `${line.day} ${line.time}`.trim() + ` · ${shortTextOf(line)}`,
      ),
      brief.deadlines.more,
    ),
    part(words.waiting, brief.waiting.lines.map(shortTextOf), brief.waiting.more),
  ].filter((text) => text !== "");
  const rest = brief.rest.reduce((sum, { count }) => sum + count, 0);
  const others = rest === 0 ? "" : words.rest(rest);
  const title = words.title(brief.day);
  const blocks: KnownBlock[] = [
    { type: "header", text: plain(title) },
    ...(parts.length > 0 ? parts : [words.nothing]).map((text) => ({
      type: "section" as const,
      text: plain(text),
    })),
    ...(others === "" ? [] : [{ type: "context" as const, elements: [plain(others)] }]),
    {
      type: "actions",
      elements: [
        {
          type: "button",
          action_id: "inlet_open_brief",
          text: plain(words.open),
          url: new URL("/app/brief", publicUrl).href,
        },
      ],
    },
  ];
  return { text: escaped(title), blocks };
}

function partOf(
  title: string,
  lines: readonly string[],
  { more, sayMore }: { more: number; sayMore: (count: number) => string },
): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, linesOfPart).map((line) => `• ${onOneLine(line, lineLength)}`);
  const left = more + lines.length - shown.length;
  return [title, ...shown, ...(left > 0 ? [sayMore(left)] : [])].join("\n");
}

function sayingWith({ who, subject, text }: BriefLine, noSubject: string): string {
  const about = onOneLine(subject, 100) || noSubject;
  return `${onOneLine(who, 60)}: ${about}${text === "" ? "" : ` · ${text}`}`;
}
