import type { FollowUp, FollowUpKind, FollowUpSettings } from "@inlet/contract/ai/follow-ups.ts";
import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import {
  lostAndAnswered,
  type Unanswered,
  unansweredByOthers,
  unansweredByUser,
} from "#/store/follow-ups/queries.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { dueReminders, laterReminded } from "#/store/follow-ups/reminder-queries.ts";
import { isNoteworthy } from "../brief/is-noteworthy.ts";
import type { AiContext, FollowUpList } from "../context.ts";
import { readyAnswers } from "./prepare-answers.ts";
import { settingsFor, timeZoneOf } from "./settings.ts";
import { peopleOf, quietThreads } from "./owed-replies.ts";
import { afterWorkingDays, workingDaysBetween } from "./working-days.ts";

type Context = Pick<AiContext, "database" | "clock">;

const dayMs = 86_400_000;
/** Messages that were unanswered for longer than this are ignored; due ones are listed for two weeks. */
const leastReach = 30;
const seenFor = 14;
/** Messages read of each kind, the longest waiting first, and conversations listed. */
const maxMessages = 1000;
const maxListed = 50;

/** Like `followUpsOf`, but on the thread for long reads if there is one. */
export async function listFollowUps(
  ai: AiContext,
  userId: UserId,
  signal: AbortSignal,
): Promise<FollowUpList> {
  return ai.readFollowUps ? ai.readFollowUps({ userId }, signal) : followUpsOf(ai, userId);
}

/** Returns the emails that are due for a follow-up, longest waiting first, and those with a prepared draft. */
export async function followUpsOf(ai: Context, userId: UserId): Promise<FollowUpList> {
  const known = await knownOf(ai, userId);
  const reminded = await remindedOf(ai, known);
  const isReminded = new Set(reminded.map(({ threadId }) => threadId));
  const found = await dueOf(ai, known, "they-owe");
  const theirs = [...reminded, ...found.filter(({ threadId }) => !isReminded.has(threadId))];
  const own = await dueOf(ai, known, "you-owe");
  return {
    followUps: [...theirs, ...own].toSorted((one, other) => one.since.localeCompare(other.since)),
    // With answers turned off, none are stored.
    ready: known.settings.preparesAnswers ? await readyAnswers(ai, userId, known) : [],
  };
}

/** Data for both sides, read once: the list is requested after every change. */
interface Known {
  userId: UserId;
  settings: FollowUpSettings;
  timeZone: string;
  own: ReadonlySet<string>;
  lost: ReadonlySet<string>;
  answered: ReadonlySet<string>;
  isQuiet: (threadId: ThreadId, askedAt?: number) => boolean;
}

async function knownOf(ai: Context, userId: UserId): Promise<Known> {
  const { reader } = ai.database;
  const settings = await settingsFor(ai, userId);
  const { lost, answered } = await lostAndAnswered(reader, userId);
  return {
    userId,
    settings,
    lost,
    answered,
    timeZone: await timeZoneOf(ai, userId, settings),
    own: await ownAddressesOf(reader, userId),
    isQuiet: await quietThreads(ai, userId, answered),
  };
}

async function dueOf(ai: Context, known: Known, kind: FollowUpKind): Promise<FollowUp[]> {
  const { reader } = ai.database;
  const { userId, settings, timeZone, lost, isQuiet } = known;
  const isTheirs = kind === "they-owe";
  if (!(isTheirs ? settings.remindsOfTheirs : settings.remindsOfOwn)) return [];
  const days = isTheirs ? settings.theirDays : settings.ownDays;
  const now = ai.clock.now();
  const reach = Math.max(leastReach, Math.ceil((days * 7) / 5) + seenFor);
  // A working day lasts at least a day, so messages after that time cannot be due.
  const window = {
    userId,
    since: now - reach * dayMs,
    upTo: now - days * dayMs + 1000,
    limit: maxMessages,
    isOldestFirst: true,
  };
  const found = await (isTheirs ? unansweredByOthers : unansweredByUser)(reader, window);
  if (found.length === 0) return [];
  // A user who chose a time does not want earlier reminders.
  const isLater: ReadonlySet<ThreadId> = isTheirs
    ? await laterReminded(reader, { userId, now, limit: maxMessages })
    : new Set();
  const answerable = found.filter(
    ({ message }) =>
      !isQuiet(message.thread_id) &&
      !isLater.has(message.thread_id) &&
      (isTheirs ? !lost.has(message.message_id_header) : isNoteworthy(message)),
  );
  const due = [...Map.groupBy(answerable, ({ message }) => message.thread_id).values()]
    .flatMap(([oldest]) => oldest ?? [])
    .filter(({ message }) => afterWorkingDays(message.internal_date, days, timeZone) <= now);
  const newest = isTheirs ? new Map<ThreadId, Unanswered>() : await newestOf(ai, userId, due);
  const remaining = due.flatMap((oldest) => {
    const since = oldest.message.internal_date;
    const named = newest.get(oldest.message.thread_id) ?? oldest;
    return present(named, known, { kind, now, since, from: since });
  });
  return remaining.slice(0, maxListed);
}

/** Returns an empty list if only a machine or the user could answer. */
function present(
  named: Unanswered,
  { own, timeZone }: Known,
  {
    kind,
    now,
    since,
    from,
  }: {
    kind: FollowUpKind;
    now: number;
    since: number;
    /** Start of the count of days. */
    from: number;
  },
): FollowUp[] {
  const { message } = named;
  const people = peopleOf(named, own);
  const [first] = people;
  if (first === undefined) return [];
  return [
    {
      kind,
      threadId: message.thread_id,
      accountId: message.account_id,
      emailId: message.id,
      ...first,
      others: people.length - 1,
      subject: message.subject,
      preview: message.summary || message.preview,
      since: new Date(since).toISOString(),
      days: workingDaysBetween(from, now, timeZone),
    },
  ];
}

/**
 * Returns messages whose reminder the user requested when sending, regardless of content; one per conversation, the last due.
 */
async function remindedOf(ai: Context, known: Known): Promise<FollowUp[]> {
  const { userId, isQuiet } = known;
  const now = ai.clock.now();
  const found = await dueReminders(ai.database.reader, { userId, now, limit: maxMessages });
  const due = found.filter(({ message, askedAt }) => !isQuiet(message.thread_id, askedAt));
  return [...Map.groupBy(due, ({ message }) => message.thread_id).values()]
    .flatMap(([last]) => {
      if (last === undefined) return [];
      const { remindAt: since, sentAt: from } = last;
      return present(last, known, { kind: "they-owe", now, since, from });
    })
    .slice(0, maxListed);
}

/** Returns the newest message with a request in each conversation; it may be newer than the due one. */
async function newestOf(
  ai: Context,
  userId: UserId,
  due: readonly Unanswered[],
): Promise<Map<ThreadId, Unanswered>> {
  const [oldest] = due;
  if (oldest === undefined) return new Map();
  const found = await unansweredByUser(ai.database.reader, {
    userId,
    since: oldest.message.internal_date,
    // Include messages of the current second.
    upTo: ai.clock.now() + 1000,
    limit: maxMessages,
    isOldestFirst: true,
    threadIds: due.map(({ message }) => message.thread_id),
  });
  const remaining = found.filter(({ message }) => isNoteworthy(message));
  return new Map(remaining.map((mail) => [mail.message.thread_id, mail]));
}
