import type { UserId } from "@inlet/contract/ids.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { briefMarksOf } from "#/store/ai/brief-queries.ts";
import type { MailContext } from "../context.ts";
import { readPreferences } from "../accounts/preferences.ts";
import { type BriefTime, briefTime, lastBrief } from "./brief-hour.ts";
import { dayAfter } from "./wall-clock.ts";

/** The period that a brief covers. */
export interface BriefPeriod {
  /** The user's day that the brief is for. */
  day: string;
  /** Time from which mail counts as new. */
  from: number;
  until: number;
  timeZone: string;
}

/** Longest period of a brief; older mail without a notification is history. */
const longestMs = 7 * 24 * 3600_000;

/** Returns the period of the brief that the user reads now, and whether they have seen it. */
export async function currentBrief(
  mail: Pick<MailContext, "database" | "clock">,
  userId: UserId,
): Promise<BriefPeriod & { isSeen: boolean }> {
  const { notifications } = await readPreferences(mail, userId);
  const now = mail.clock.now();
  const marks = await briefMarksOf(mail.database.reader, userId);
  const brief = lastBrief(notifications, now);
  const period = briefPeriod(notifications, brief, marks, now);
  return { ...period, isSeen: marks.seenDay >= brief.day };
}

/** Returns the period since the previous brief: that of the day before, or the last one that the user was notified of. */
export function briefPeriod(
  choices: MailPreferences["notifications"],
  { day, at }: BriefTime,
  lastSent: { lastDay: string; since: number },
  now: number,
): BriefPeriod {
  const whole = { day, until: now, timeZone: choices.timeZone };
  if (lastSent.lastDay === day && lastSent.since > 0) return { ...whole, from: lastSent.since };
  const before = dayAfter(day, -1);
  const last = lastSent.lastDay !== "" && lastSent.lastDay < before ? lastSent.lastDay : before;
  return { ...whole, from: Math.max(briefTime(choices, last), at - longestMs) };
}
