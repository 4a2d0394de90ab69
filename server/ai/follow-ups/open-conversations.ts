import type { FollowUpKind, FollowUpSettings } from "@inlet/contract/ai/follow-ups.ts";
import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import {
  lostAndAnswered,
  type Unanswered,
  unansweredByOthers,
  unansweredByUser,
} from "#/store/follow-ups/queries.ts";
import { ownAddressesOf } from "#/store/accounts/identity-queries.ts";
import { dueReminders } from "#/store/follow-ups/reminder-queries.ts";
import { isNoteworthy } from "../brief/is-noteworthy.ts";
import type { AiContext } from "../context.ts";
import { settingsFor } from "./settings.ts";
import { peopleOf, quietThreads } from "./owed-replies.ts";

type Context = Pick<AiContext, "database" | "clock">;

const dayMs = 86_400_000;
/** Messages that were unanswered for longer than this are ignored; due ones are listed for two weeks. */
const leastReach = 30;
const seenFor = 14;
/** Messages read of each kind, the longest waiting first. */
export const maxMessages = 1000;

/** A conversation in which one side expects an answer and has none. */
export interface OpenConversation {
  kind: FollowUpKind;
  /** The newest message with a request. */
  message: Unanswered["message"];
  /** The people whose turn it is. */
  people: [Person, ...Person[]];
  /** Time of the first request; for a reminder that the user set, the time when it was due. */
  since: number;
  /** Start of the count of days. */
  from: number;
  /** True for a reminder that the user set and that is due. */
  isReminder: boolean;
}

type Person = ReturnType<typeof peopleOf>[number];

/** Data for both sides, read once: the conversations are requested after every change. */
interface Known {
  userId: UserId;
  settings: FollowUpSettings;
  own: ReadonlySet<string>;
  lost: ReadonlySet<string>;
  isQuiet: (threadId: ThreadId, askedAt?: number) => boolean;
}

interface Found {
  open: OpenConversation[];
  settings: FollowUpSettings;
  /** Messages that the user's queued mail answers. */
  answered: ReadonlySet<string>;
}

/**
 * Returns the conversations that wait for an answer, on either side, whether or not the user wants reminders of them. The tabs of
 * the inbox, their lists and the daily brief all count these.
 */
export async function openConversations(ai: Context, userId: UserId): Promise<Found> {
  const { reader } = ai.database;
  const settings = await settingsFor(ai, userId);
  const { lost, answered } = await lostAndAnswered(reader, userId);
  const known = {
    userId,
    settings,
    lost,
    own: await ownAddressesOf(reader, userId),
    isQuiet: await quietThreads(ai, userId, answered),
  };
  const reminded = await remindedOf(ai, known);
  const isReminded = new Set(reminded.map(({ message }) => message.thread_id));
  const theirs = await unansweredOf(ai, known, "they-owe");
  const found = theirs.filter(({ message }) => !isReminded.has(message.thread_id));
  return {
    open: [...reminded, ...found, ...(await unansweredOf(ai, known, "you-owe"))],
    settings,
    answered,
  };
}

async function unansweredOf(
  ai: Context,
  known: Known,
  kind: FollowUpKind,
): Promise<OpenConversation[]> {
  const { reader } = ai.database;
  const { userId, settings, lost, isQuiet } = known;
  const isTheirs = kind === "they-owe";
  const days = isTheirs ? settings.theirDays : settings.ownDays;
  const now = ai.clock.now();
  const reach = Math.max(leastReach, Math.ceil((days * 7) / 5) + seenFor);
  const found = await (isTheirs ? unansweredByOthers : unansweredByUser)(reader, {
    userId,
    since: now - reach * dayMs,
    // Include messages of the current second.
    upTo: now + 1000,
    limit: maxMessages,
    isOldestFirst: true,
  });
  if (found.length === 0) return [];
  const answerable = found.filter(
    ({ message }) =>
      !isQuiet(message.thread_id) &&
      (isTheirs ? !lost.has(message.message_id_header) : isNoteworthy(message)),
  );
  return [...Map.groupBy(answerable, ({ message }) => message.thread_id).values()].flatMap(
    (asking) => {
      const [oldest] = asking;
      const since = oldest?.message.internal_date ?? now;
      return openOf(asking.at(-1), known, { kind, since, from: since, isReminder: false });
    },
  );
}

/**
 * Returns messages whose reminder the user requested when sending, regardless of content; one per conversation, the last due.
 */
async function remindedOf(ai: Context, known: Known): Promise<OpenConversation[]> {
  const { userId, isQuiet } = known;
  const now = ai.clock.now();
  const found = await dueReminders(ai.database.reader, { userId, now, limit: maxMessages });
  const due = found.filter(({ message, askedAt }) => !isQuiet(message.thread_id, askedAt));
  return [...Map.groupBy(due, ({ message }) => message.thread_id).values()].flatMap(([last]) => {
    if (last === undefined) return [];
    const { remindAt: since, sentAt: from } = last;
    return openOf(last, known, { kind: "they-owe", since, from, isReminder: true });
  });
}

/** Returns an empty list if only a machine or the user could answer. */
function openOf(
  named: Unanswered | undefined,
  { own }: Known,
  facts: Pick<OpenConversation, "kind" | "since" | "from" | "isReminder">,
): OpenConversation[] {
  const [first, ...others] = named ? peopleOf(named, own) : [];
  if (named === undefined || first === undefined) return [];
  return [{ ...facts, message: named.message, people: [first, ...others] }];
}
