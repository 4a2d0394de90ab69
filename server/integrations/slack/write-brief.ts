import type { Brief, BriefLine } from "@inlet/contract/brief.ts";
import type { KnownBlock } from "@slack/web-api";
import { onOneLine } from "#/integrations/core/foreign-text.ts";
import type { Written } from "./slack-api.ts";
import { escaped, plain } from "./words.ts";

const linesOfPart = 10;
const lineLength = 240;

/** The daily brief as a message: what asks for an answer, what is due, what the person waits for. */
export function writeBrief(brief: Brief, publicUrl: string): Written {
  const parts = [
    part("Needs your answer", brief.answer.lines.map(sayingOf), brief.answer.more),
    part(
      "Due soon",
      brief.deadlines.lines.map(
        (line) => `${line.day} ${line.time}`.trim() + ` · ${sayingOf(line)}`,
      ),
      brief.deadlines.more,
    ),
    part("Waiting for", brief.waiting.lines.map(sayingOf), brief.waiting.more),
  ].filter((words) => words !== "");
  const rest = brief.rest.reduce((sum, { count }) => sum + count, 0);
  const others = rest === 0 ? "" : `${rest} other new ${rest === 1 ? "email" : "emails"}`;
  const title = `Your brief for ${brief.day}`;
  const blocks: KnownBlock[] = [
    { type: "header", text: plain(title) },
    ...(parts.length > 0 ? parts : ["You're all caught up."]).map((words) => ({
      type: "section" as const,
      text: plain(words),
    })),
    ...(others === "" ? [] : [{ type: "context" as const, elements: [plain(others)] }]),
    {
      type: "actions",
      elements: [
        {
          type: "button",
          action_id: "inlet_open_brief",
          text: plain("Open the brief"),
          url: new URL("/app/brief", publicUrl).href,
        },
      ],
    },
  ];
  return { text: escaped(title), blocks };
}

function part(title: string, lines: readonly string[], more: number): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, linesOfPart).map((line) => `• ${onOneLine(line, lineLength)}`);
  const left = more + lines.length - shown.length;
  return [title, ...shown, ...(left > 0 ? [`and ${left} more`] : [])].join("\n");
}

function sayingOf({ who, subject, text }: BriefLine): string {
  const about = onOneLine(subject, 100) || "(No Subject)";
  return `${onOneLine(who, 60)}: ${about}${text === "" ? "" : ` · ${text}`}`;
}
