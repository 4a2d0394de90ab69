import type { Brief, BriefLine } from "@inlet/contract/brief.ts";
import type { MailPreferences } from "@inlet/contract/settings.ts";
import { escapeHtml } from "#/wire/mime/safe-html.ts";
import { dayAfter, wallClock } from "./wall-clock.ts";

type Choices = Pick<MailPreferences["notifications"], "summaryHour" | "timeZone"> & {
  publicUrl: string;
};

interface Letter {
  subject: string;
  text: string;
  html: string;
}

interface Part {
  title: string;
  items: { link: string; head: string; text: string }[];
  /** What is not listed, in words; "" for nothing. */
  more: string;
}

/** The brief as a mail: plain text, and HTML that fetches nothing. */
export function briefLetter(brief: Brief, { summaryHour, timeZone, publicUrl }: Choices): Letter {
  const base = publicUrl.replace(/\/$/, "");
  const since = `New since ${momentOf(Date.parse(brief.since), timeZone)}`;
  const parts = partsOf(brief, base, wallClock(timeZone, Date.parse(brief.madeAt)).day);
  const nothing = parts.length === 0 ? "You're all caught up." : "";
  const rest = restOf(brief);
  const links = { brief: `${base}/app/brief`, settings: `${base}/app/settings?tab=notifications` };
  const footer = [
    "Made on this server without AI models.",
    `It comes every day at ${twoDigits(summaryHour)}:00. To stop it, turn off “Daily summary”:`,
  ] as const;
  const short = inShort(brief);
  return {
    subject: `Your brief for ${nameOf(brief.day)}${short && `: ${short}`}`,
    text: [
      since,
      ...parts.map(textOf),
      ...[nothing, rest].filter(Boolean),
      `All of it: ${links.brief}`,
      `${footer[0]}\n${footer[1]}\n${links.settings}`,
      "",
    ].join("\n\n"),
    html: [
      `<p style="${quiet}">${escapeHtml(since)}</p>`,
      ...parts.map(htmlOf),
      ...[nothing, rest].filter(Boolean).map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p>${linkTo(links.brief, "Open the brief")}</p>`,
      `<p style="${quiet}">${escapeHtml(footer[0])}<br>${escapeHtml(footer[1])} ${linkTo(links.settings, "Settings")}</p>`,
    ].join("\n"),
  };
}

/** How much waits, in one line; "" for nothing. */
export function inShort({ answer, deadlines, waiting }: Brief): string {
  const [answers, days, waits] = [answer, deadlines, waiting].map(
    ({ lines, more }) => lines.length + more,
  );
  return [
    answers ? `${answers} to answer` : "",
    days ? `${days} ${days === 1 ? "deadline" : "deadlines"}` : "",
    waits ? `waiting on ${waits}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function partsOf(brief: Brief, base: string, today: string): Part[] {
  const item = (line: BriefLine, before = "") => ({
    link: `${base}/app?email=${encodeURIComponent(line.emailId)}`,
    head: `${before}${withoutLinks(line.who)}: ${withoutLinks(line.subject) || "(No Subject)"}`,
    text: withoutLinks(line.text),
  });
  const { answer, deadlines, waiting } = brief;
  const parts: Part[] = [
    { title: "You must answer", ...listed(answer, (line) => item(line)) },
    {
      title: "Deadlines",
      ...listed(deadlines, (line) =>
        item(line, `${dayName(line.day, today)} ${line.time}`.trim() + ", "),
      ),
    },
    { title: "You are waiting on", ...listed(waiting, (line) => item(line)) },
  ];
  return parts.filter(({ items }) => items.length > 0);
}

/** Mail programs make links of such words, and under the host's own name a stranger's would be trusted. */
function withoutLinks(line: string): string {
  return line.replaceAll(/\S+/gu, (word) =>
    isLike.link.test(word) && !isLike.address.test(word) ? "[link]" : word,
  );
}

const isLike = {
  link: /:\/\/|^\W*www\.|[\p{L}\d][.。．｡](?:\p{L}{2}|xn--)|\d\.\d+\.\d+\.\d/iu,
  /** Of somebody without a name. */
  address: /^[\p{L}\d._+-]+@[\p{L}\d.-]+$/u,
};

function listed<Line>(
  { lines, more }: { lines: Line[]; more: number },
  item: (line: Line) => Part["items"][number],
): Pick<Part, "items" | "more"> {
  return { items: lines.map(item), more: more > 0 ? `and ${more} more` : "" };
}

function restOf({ rest }: Brief): string {
  const total = rest.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return "";
  const named = rest.map(({ category, count }) => `${count} ${category ?? "not classified yet"}`);
  return `Besides, ${total} ${total === 1 ? "email" : "emails"}: ${named.join(", ")}.`;
}

function textOf({ title, items, more }: Part): string {
  const lines = items.map(({ link, head, text }) =>
    [`- ${head}`, ...(text ? [`  “${text}”`] : []), `  ${link}`].join("\n"),
  );
  return [title, ...lines, ...(more ? [more] : [])].join("\n\n");
}

function htmlOf({ title, items, more }: Part): string {
  const lines = items.map(({ link, head, text }) => {
    const quoted = text && `<br><span style="${quiet}">“${escapeHtml(text)}”</span>`;
    return `<li style="margin:0 0 12px">${linkTo(link, head)}${quoted}</li>`;
  });
  const rest = more && `<p style="${quiet}">${escapeHtml(more)}</p>`;
  return `<h2 style="font-size:16px">${escapeHtml(title)}</h2>\n<ul style="padding-inline-start:20px">${lines.join("")}</ul>${rest}`;
}

const quiet = "color:#5c686f";

function linkTo(address: string, words: string): string {
  return `<a href="${escapeHtml(address)}">${escapeHtml(words)}</a>`;
}

function dayName(day: string, today: string): string {
  if (day === today) return "Today";
  return day === dayAfter(today, 1) ? "Tomorrow" : nameOf(day);
}

function nameOf(day: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(Date.parse(`${day}T00:00:00Z`));
}

function momentOf(at: number, timeZone: string): string {
  const { day, minutes } = wallClock(timeZone, at);
  return `${nameOf(day)}, ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
