import type { Language } from "@inlet/contract/languages.ts";
import type { Brief, BriefLine } from "@inlet/contract/ai/brief.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { dateTag, type Texts, textsIn } from "#/texts/texts.ts";
import { escapeHtml } from "#/wire/mime/html/safe-html.ts";
import { dayAfter, wallClock } from "./wall-clock.ts";

type Choices = Pick<MailPreferences["notifications"], "summaryHour" | "timeZone"> & {
  language: Language;
  publicUrl: string;
};

/** The reader's language: its texts and its tag for date formats. */
interface Spoken {
  words: Texts["brief"];
  categories: Texts["kinds"]["categories"];
  dates: string;
}

interface Letter {
  subject: string;
  text: string;
  html: string;
}

interface Part {
  title: string;
  items: { link: string; head: string; text: string }[];
  /** A text about the items that are not listed; "" if all are. */
  more: string;
}

/** Returns the brief as an email: plain text, and HTML without remote content. */
export function briefMessage(
  brief: Brief,
  { summaryHour, timeZone, language, publicUrl }: Choices,
): Letter {
  const { brief: words, kinds } = textsIn(language);
  const spoken = { words, categories: kinds.categories, dates: dateTag(language) };
  const base = publicUrl.replace(/\/$/, "");
  const since = words.since(momentOf(Date.parse(brief.since), timeZone, spoken.dates));
  const today = wallClock(timeZone, Date.parse(brief.madeAt)).day;
  const parts = partsOf(brief, { base, today, spoken });
  const nothing = parts.length === 0 ? words.nothing : "";
  const rest = restOf(brief, spoken);
  const links = { brief: `${base}/app/brief`, settings: `${base}/app/settings?tab=notifications` };
  const footer = [words.made, words.daily(`${twoDigits(summaryHour)}:00`)] as const;
  return {
    subject: words.subject(nameOf(brief.day, spoken.dates), inShort(brief, words)),
    text: [
      since,
      ...parts.map(textOf),
      ...[nothing, rest].filter(Boolean),
      words.all(links.brief),
      `${footer[0]}\n${footer[1]}\n${links.settings}`,
      "",
    ].join("\n\n"),
    html: [
      `<p style="${quiet}">${escapeHtml(since)}</p>`,
      ...parts.map(htmlOf),
      ...[nothing, rest].filter(Boolean).map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p>${linkTo(links.brief, words.open)}</p>`,
      `<p style="${quiet}">${escapeHtml(footer[0])}<br>${escapeHtml(footer[1])} ${linkTo(links.settings, words.settings)}</p>`,
    ].join("\n"),
  };
}

/** Returns the number of waiting items in one line; "" if nothing waits. */
export function inShort(
  { answer, deadlines, waiting }: Brief,
  { short }: Pick<Texts["brief"], "short">,
): string {
  const [answers, days, waits] = [answer, deadlines, waiting].map(
    ({ lines, more }) => lines.length + more,
  );
  return [
    answers ? short.answer(answers) : "",
    days ? short.deadlines(days) : "",
    waits ? short.waiting(waits) : "",
  ]
    .filter(Boolean)
    .join(", ");
}

function partsOf(
  brief: Brief,
  { base, today, spoken }: { base: string; today: string; spoken: Spoken },
): Part[] {
  const { words } = spoken;
  const listed = <Line>(
    { lines, more }: { lines: Line[]; more: number },
    toItem: (line: Line) => Part["items"][number],
  ) => ({ items: lines.map(toItem), more: more > 0 ? words.more(more) : "" });
  const item = (line: BriefLine, before = "") => ({
    link: `${base}/app?email=${encodeURIComponent(line.emailId)}`,
    head: `${before}${withoutLinks(line.who)}: ${withoutLinks(line.subject) || words.noSubject}`,
    text: withoutLinks(line.text),
  });
  const { answer, deadlines, waiting } = brief;
  const parts: Part[] = [
    { title: words.answer, ...listed(answer, (line) => item(line)) },
    {
      title: words.deadlines,
      ...listed(deadlines, (line) =>
        item(line, `${dayName(line.day, today, spoken)} ${line.time}`.trim() + ", "),
      ),
    },
    { title: words.waiting, ...listed(waiting, (line) => item(line)) },
  ];
  return parts.filter(({ items }) => items.length > 0);
}

/**
 * Replaces addresses of web pages. Mail clients turn them into links, and a stranger's link would be trusted in a message from
 * this host.
 */
function withoutLinks(line: string): string {
  return line.replaceAll(/\S+/gu, (word) =>
    isLike.link.test(word) && !isLike.address.test(word) ? "[link]" : word,
  );
}

const isLike = {
  link: /:\/\/|^\W*www\.|[\p{L}\d][.。．｡](?:\p{L}{2}|xn--)|\d\.\d+\.\d+\.\d/iu,
  /** An email address, shown for a sender without a name. */
  address: /^[\p{L}\d._+-]+@[\p{L}\d.-]+$/u,
};

function restOf({ rest }: Brief, { words, categories }: Spoken): string {
  const total = rest.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return "";
  const named = rest.map(({ category, count }) =>
    words.restOf(count, category === null ? words.unclassified : categories[category]),
  );
  return words.rest(total, named.join(", "));
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

function dayName(day: string, today: string, { words, dates }: Spoken): string {
  if (day === today) return words.today;
  return day === dayAfter(today, 1) ? words.tomorrow : nameOf(day, dates);
}

function nameOf(day: string, dates: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(dates, options).format(Date.parse(`${day}T00:00:00Z`));
}

function momentOf(at: number, timeZone: string, dates: string): string {
  const { day, minutes } = wallClock(timeZone, at);
  return `${nameOf(day, dates)}, ${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
