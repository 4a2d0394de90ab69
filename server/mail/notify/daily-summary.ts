import type { UserId } from "@inlet/contract/ids.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { countsOf } from "#/store/day-counts.ts";
import { pageOfRole } from "#/store/messages.ts";
import type { MessageRow } from "#/store/tables.ts";
import { userById } from "#/store/users.ts";
import { escapeHtml } from "#/wire/mime/safe-html.ts";
import type { MailContext } from "../context.ts";
import { readPreferences } from "../preferences.ts";
import { addressesOf } from "../present.ts";
import { dayAfter, nextTime, timeOn, wallClock } from "./wall-clock.ts";

export type SummaryContext = Pick<MailContext, "database" | "door" | "clock"> & {
  publicUrl: string;
};

/** The host's own mail. */
interface Post {
  isConfigured: boolean;
  send: (mail: {
    to: string;
    subject: string;
    text: string;
    html: string;
    userId: UserId;
  }) => Promise<void>;
}

/** A summary that could not be sent for so long is not worth its name any more. */
const lateMs = 6 * 3600_000;
const listed = 10;

/**
 * Sends the summary of yesterday when its hour has come, once a day however often it is asked. Throws RetryAfter until
 * the next one, and returns for good when none is wanted.
 */
export async function dailySummary(
  mail: SummaryContext,
  post: Post,
  userId: UserId,
): Promise<void> {
  const { notifications } = await readPreferences(mail, userId);
  if (!notifications.dailySummary) return;
  const { timeZone, summaryHour } = notifications;
  const now = mail.clock.now();
  const { day } = wallClock(timeZone, now);
  const due = timeOn(timeZone, day, summaryHour * 60);
  const isDue = now >= due && now - due < lateMs;
  if (isDue && post.isConfigured && (await mail.door("summary.claim", { userId, day }))) {
    try {
      await sendSummary(mail, post, userId, { day, timeZone, summaryHour });
    } catch (error) {
      await mail.door("summary.release", { userId, day });
      throw error;
    }
  }
  throw new RetryAfter(nextTime(timeZone, summaryHour * 60, now) - now);
}

interface Occasion {
  /** The day on which it is sent. */
  day: string;
  timeZone: string;
  summaryHour: number;
}

async function sendSummary(
  mail: SummaryContext,
  post: Post,
  userId: UserId,
  { day, timeZone, summaryHour }: Occasion,
): Promise<void> {
  const { reader } = mail.database;
  const user = await userById(reader, userId);
  if (user === undefined) return;
  const yesterday = dayAfter(day, -1);
  const from = timeOn(timeZone, yesterday, 0);
  const counts = await countsOf(reader, userId, { from, to: timeOn(timeZone, day, 0) });
  const unread = { userId, role: "inbox", limit: listed, isUnread: true } as const;
  const important = await pageOfRole(reader, { ...unread, isImportant: true });
  const rows = important.length > 0 ? important : await pageOfRole(reader, unread);
  const base = mail.publicUrl.replace(/\/$/, "");
  const letter = {
    dayName: nameOf(yesterday),
    counts: `${amount(counts.received, "email")} received, ${counts.sent} sent.`,
    heading:
      rows.length === 0
        ? "Nothing in your inbox is unread."
        : important.length > 0
          ? "Important and unread:"
          : "Unread in your inbox:",
    mails: rows.map((row) => ({
      sender: senderOf(row),
      subject: row.subject.replaceAll(/\s+/g, " ").trim() || "(No Subject)",
      link: `${base}/app?email=${encodeURIComponent(row.id)}`,
    })),
    footer: `You get this every day at ${String(summaryHour).padStart(2, "0")}:00. Change it here:`,
    settings: `${base}/app/settings?tab=notifications`,
  };
  await post.send({
    to: user.email,
    subject: `Your email on ${letter.dayName}`,
    text: asText(letter),
    html: asHtml(letter),
    userId,
  });
}

interface Letter {
  dayName: string;
  counts: string;
  heading: string;
  mails: { sender: string; subject: string; link: string }[];
  footer: string;
  settings: string;
}

function asText(letter: Letter): string {
  const mails = letter.mails.map(
    ({ sender, subject, link }) => `- ${sender}: ${subject}\n  ${link}`,
  );
  return [
    `${letter.dayName}: ${letter.counts}`,
    [letter.heading, ...mails].join("\n\n"),
    `${letter.footer}\n${letter.settings}`,
    "",
  ].join("\n\n");
}

function asHtml(letter: Letter): string {
  const mails = letter.mails.map(
    ({ sender, subject, link }) =>
      `<li style="margin:0 0 12px"><a href="${escapeHtml(link)}">${escapeHtml(subject)}</a><br>${escapeHtml(sender)}</li>`,
  );
  return [
    `<p><strong>${escapeHtml(letter.dayName)}</strong>: ${escapeHtml(letter.counts)}</p>`,
    `<p>${escapeHtml(letter.heading)}</p>`,
    mails.length > 0 ? `<ul style="padding-inline-start:20px">${mails.join("")}</ul>` : "",
    `<p style="color:#5c686f">${escapeHtml(letter.footer)} <a href="${escapeHtml(letter.settings)}">Settings</a></p>`,
  ].join("\n");
}

function senderOf(row: MessageRow): string {
  const [from] = addressesOf(row.from_json);
  return (from?.name || from?.address || "Unknown").replaceAll(/\s+/g, " ");
}

function nameOf(day: string): string {
  const options = { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(Date.parse(`${day}T00:00:00Z`));
}

function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
