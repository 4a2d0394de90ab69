import type { Brief } from "@inlet/contract/ai/brief.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { defaultLanguage, type Language } from "@inlet/contract/languages.ts";
import type { Note } from "@inlet/contract/mail/notifications.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { briefMarksOf } from "#/store/ai/brief-queries.ts";
import { isPresent, pushSubscriptionsOf } from "#/store/notifications/queries.ts";
import type { HostMailRow } from "#/store/auth/schema.ts";
import { userById } from "#/store/users/queries.ts";
import { textsIn } from "#/texts/texts.ts";
import type { MailContext } from "../context.ts";
import { readPreferences } from "../accounts/preferences.ts";
import { lastBrief, lateMs, nextBriefAt } from "./brief-hour.ts";
import { briefMessage, inShort } from "./brief-message.ts";
import { briefPeriod, currentBrief, type BriefPeriod } from "./brief-period.ts";
import { type PushContext, pushTo } from "./push.ts";
import { isQuiet } from "./quiet-hours.ts";

type Context = Pick<MailContext, "database" | "execute" | "clock"> & { publicUrl: string };

/** Composes the brief of a period. */
export type ComposeBrief = (userId: UserId, period: BriefPeriod) => Promise<Brief>;

/** The host's own mail account, which sends the briefs. */
interface Post {
  isConfigured: boolean;
  /** Returns the token in the unsubscribe address that identifies the user. */
  leaveToken: (userId: UserId) => string;
  encrypt: (mail: {
    to: string;
    subject: string;
    text: string;
    html: string;
    leaveAt: string;
    userId: UserId;
    validityMs: number;
  }) => Omit<HostMailRow, "created_at">;
}

/**
 * Notifies a user of their brief at its hour, once a day however often it runs: by mail and by push, as they chose. Throws
 * RetryAfter until the next one, and returns when the user wants none.
 */
export async function dailyBrief(
  mail: Context,
  { post, compose }: { post: Post; compose: ComposeBrief },
  userId: UserId,
): Promise<void> {
  const { notifications, locale } = await readPreferences(mail, userId);
  if (!notifications.dailySummary) return;
  const now = mail.clock.now();
  const brief = lastBrief(notifications, now);
  const marks = await briefMarksOf(mail.database.reader, userId);
  if (now - brief.at < lateMs && marks.lastDay < brief.day) {
    const period = briefPeriod(notifications, brief, marks, now);
    await notify(mail, { post, compose }, userId, {
      notifications,
      language: locale ?? defaultLanguage,
      period,
    });
  }
  throw new RetryAfter(nextBriefAt(notifications, now) - now);
}

interface Occasion {
  notifications: MailPreferences["notifications"];
  language: Language;
  period: BriefPeriod;
}

async function notify(
  mail: Context,
  { post, compose }: { post: Post; compose: ComposeBrief },
  userId: UserId,
  { notifications, language, period }: Occasion,
): Promise<void> {
  const { reader } = mail.database;
  const user = await userById(reader, userId);
  if (user === undefined) return;
  const isMailed = notifications.summaryByMail !== false && post.isConfigured;
  const letter = isMailed
    ? post.encrypt({
        ...briefMessage(await compose(userId, period), {
          ...notifications,
          language,
          publicUrl: mail.publicUrl,
        }),
        to: user.email,
        leaveAt: `${mail.publicUrl.replace(/\/$/, "")}/brief/leave/${post.leaveToken(userId)}`,
        userId,
        validityMs: lateMs,
      })
    : null;
  // A user with an open page sees it there.
  const isSilent =
    isQuiet(notifications, period.until) || (await isPresent(reader, userId, period.until));
  const browsers = isSilent ? [] : await pushSubscriptionsOf(reader, userId, period.until);
  await mail.execute("brief.tell", {
    userId,
    day: period.day,
    since: period.from,
    letter,
    subscriptionIds: browsers.map(({ id }) => id),
  });
}

/** Parses the subject of the job that pushes the brief of a day to one browser. */
export function readPushBrief(subject: string): { subscriptionId: string; day: string } {
  const [, subscriptionId = "", day = ""] = subject.split("/");
  return { subscriptionId, day };
}

/**
 * Pushes the brief of a day to a browser, unless nothing waits or it is too late. Throws RetryAfter while the push service is
 * unavailable.
 */
export async function pushBrief(
  mail: PushContext,
  compose: ComposeBrief,
  about: { userId: UserId; subscriptionId: string; day: string; attempts: number },
): Promise<void> {
  const { userId, subscriptionId, day, attempts } = about;
  const { notifications, locale } = await readPreferences(mail, userId);
  const now = mail.clock.now();
  const due = lastBrief(notifications, now);
  if (!notifications.dailySummary || due.day !== day || now - due.at >= lateMs) return;
  if (isQuiet(notifications, now)) return;
  const rows = await pushSubscriptionsOf(mail.database.reader, userId, now);
  const row = rows.find(({ id }) => id === subscriptionId);
  if (row === undefined) return;
  const brief = await compose(userId, await currentBrief(mail, userId));
  const words = textsIn(locale ?? defaultLanguage).brief;
  const headlines = inShort(brief, words);
  if (headlines === "") return;
  const note: Note = {
    title: words.note,
    body: notifications.detail === "none" ? "" : headlines,
    tag: `brief ${day}`,
    emailId: null,
    isSilent: !notifications.sound,
  };
  await pushTo(mail, row, [note], attempts);
}
