import type {
  FollowUp,
  FollowUpKind,
  FollowUpSettings,
  UnansweredConversation,
} from "@inlet/contract/ai/follow-ups.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { laterReminded } from "#/store/follow-ups/reminder-queries.ts";
import type { AiContext, FollowUpList } from "../context.ts";
import { maxMessages, type OpenConversation, openConversations } from "./open-conversations.ts";
import { readyAnswers } from "./prepare-answers.ts";
import { timeZoneOf } from "./settings.ts";
import { afterWorkingDays, workingDaysBetween } from "./working-days.ts";

type Context = Pick<AiContext, "database" | "clock">;

/** Due conversations listed of each kind, the longest waiting first. */
const maxListed = 50;

/** Like `followUpsOf`, but on the thread for long reads if there is one. */
export async function listFollowUps(
  ai: AiContext,
  userId: UserId,
  signal: AbortSignal,
): Promise<FollowUpList> {
  return ai.readFollowUps ? ai.readFollowUps({ userId }, signal) : followUpsOf(ai, userId);
}

/**
 * Returns the conversations without an answer, those that are due for a follow-up, both longest waiting first, and the messages
 * with a prepared draft.
 */
export async function followUpsOf(ai: Context, userId: UserId): Promise<FollowUpList> {
  const found = await openConversations(ai, userId);
  const { settings } = found;
  const timeZone = await timeZoneOf(ai, userId, settings);
  const now = ai.clock.now();
  // A user who chose a time does not want earlier reminders.
  const later = await laterReminded(ai.database.reader, { userId, now, limit: maxMessages });
  const isDue = ({ kind, message, from }: OpenConversation) =>
    isWanted(settings, kind) &&
    !(kind === "they-owe" && later.has(message.thread_id)) &&
    afterWorkingDays(from, daysOf(settings, kind), timeZone) <= now;
  const open = found.open.toSorted((one, other) => one.since - other.since);
  const due = found.open.filter((one) => one.isReminder || isDue(one));
  const listed = Map.groupBy(due, ({ kind, isReminder }) => `${kind} ${isReminder}`);
  return {
    followUps: [...listed.values()]
      .flatMap((some) => some.slice(0, maxListed))
      .toSorted((one, other) => one.since - other.since)
      .map((one) => present(one, now, timeZone)),
    open: open.map(presentOpen),
    // With answers turned off, none are stored.
    ready: settings.preparesAnswers ? await readyAnswers(ai, userId, found) : [],
  };
}

function isWanted(settings: FollowUpSettings, kind: FollowUpKind): boolean {
  return kind === "they-owe" ? settings.remindsOfTheirs : settings.remindsOfOwn;
}

function daysOf(settings: FollowUpSettings, kind: FollowUpKind): number {
  return kind === "they-owe" ? settings.theirDays : settings.ownDays;
}

function present(one: OpenConversation, now: number, timeZone: string): FollowUp {
  const { message, since, from } = one;
  return {
    ...presentOpen(one),
    subject: message.subject,
    preview: message.summary || message.preview,
    since: new Date(since).toISOString(),
    days: workingDaysBetween(from, now, timeZone),
  };
}

function presentOpen({
  kind,
  message,
  people: [first, ...others],
}: OpenConversation): UnansweredConversation {
  return {
    kind,
    threadId: message.thread_id,
    accountId: message.account_id,
    emailId: message.id,
    ...first,
    others: others.length,
  };
}
