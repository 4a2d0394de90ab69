import type { FollowUp, FollowUpKind, FollowUpSettings } from "@inlet/contract/ai/follow-ups.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { AiContext, FollowUpList } from "../context.ts";
import { type OpenConversation, openConversations } from "./open-conversations.ts";
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
 * Returns the conversations without an answer and those of them that are due for a follow-up, longest waiting first, and the
 * messages with a prepared draft.
 */
export async function followUpsOf(ai: Context, userId: UserId): Promise<FollowUpList> {
  const found = await openConversations(ai, userId);
  const { settings } = found;
  const timeZone = await timeZoneOf(ai, userId, settings);
  const now = ai.clock.now();
  const open = found.open.filter((one) => one.isReminder || isWanted(settings, one.kind));
  const due = open.filter(
    ({ kind, from, isReminder }) =>
      isReminder || afterWorkingDays(from, daysOf(settings, kind), timeZone) <= now,
  );
  const listed = Map.groupBy(due, ({ kind, isReminder }) => `${kind} ${isReminder}`);
  const presented = (some: readonly OpenConversation[]) =>
    some
      .map((one) => present(one, now, timeZone))
      .toSorted((one, other) => one.since.localeCompare(other.since));
  return {
    followUps: presented([...listed.values()].flatMap((some) => some.slice(0, maxListed))),
    open: presented(open),
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

function present(
  { kind, message, people: [first, ...others], since, from }: OpenConversation,
  now: number,
  timeZone: string,
): FollowUp {
  return {
    kind,
    threadId: message.thread_id,
    accountId: message.account_id,
    emailId: message.id,
    ...first,
    others: others.length,
    subject: message.subject,
    preview: message.summary || message.preview,
    since: new Date(since).toISOString(),
    days: workingDaysBetween(from, now, timeZone),
  };
}
