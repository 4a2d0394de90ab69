import type { FollowUp, FollowUpKind, listFollowUps } from "@inlet/contract/follow-ups.ts";
import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { followUpChoicesOf } from "#/store/follow-up-choices.ts";
import {
  lostAndOnTheirWay,
  threadsOf,
  type Unanswered,
  unansweredByOthers,
  unansweredByPerson,
} from "#/store/follow-ups.ts";
import { ownAddressesOf } from "#/store/identities.ts";
import { isAutomatic } from "../classify/features.ts";
import type { AiContext } from "../context.ts";
import { readyAnswers } from "./prepare-answers.ts";
import { settingsFor, timeZoneOf } from "./settings.ts";
import { afterWorkingDays, workingDaysBetween } from "./working-days.ts";

type Context = Pick<AiContext, "database" | "clock">;

const dayMs = 86_400_000;
/** What was left for longer than that is left for good. */
const reachMs = 30 * dayMs;
/** Mails looked at of each kind, and conversations listed. */
const mostMails = 400;
const mostListed = 50;

/** What is due for a word, the longest waiting first, and where an answer is ready. */
export async function followUpsOf(
  ai: Context,
  userId: UserId,
): Promise<z.output<typeof listFollowUps.output>> {
  const theirs = await dueOf(ai, userId, "they-owe");
  const own = await dueOf(ai, userId, "you-owe");
  return {
    followUps: [...theirs, ...own].toSorted((one, other) => one.since.localeCompare(other.since)),
    ready: await readyAnswers(ai, userId),
  };
}

async function dueOf(ai: Context, userId: UserId, kind: FollowUpKind): Promise<FollowUp[]> {
  const { reader } = ai.database;
  const settings = await settingsFor(ai, userId);
  const isTheirs = kind === "they-owe";
  if (!(isTheirs ? settings.remindsOfTheirs : settings.remindsOfOwn)) return [];
  const days = isTheirs ? settings.theirDays : settings.ownDays;
  const now = ai.clock.now();
  // What came this very second is among it.
  const window = { userId, since: now - reachMs, upTo: now + 1000, limit: mostMails };
  const found = await (isTheirs ? unansweredByOthers : unansweredByPerson)(reader, window);
  if (found.length === 0) return [];
  const timeZone = await timeZoneOf(ai, userId);
  const isQuiet = await quietThreads(ai, userId);
  const own = await ownAddressesOf(reader, userId);
  const { lost } = await lostAndOnTheirWay(reader, userId);
  const heard = found.filter(
    ({ message }) => !isQuiet(message.thread_id) && !lost.has(message.message_id_header),
  );
  const byThread = Map.groupBy(heard, ({ message }) => message.thread_id);
  const told = [...byThread.values()].flatMap((mails) => {
    const [newest] = mails;
    const since = mails.at(-1)?.message.internal_date;
    const people = newest && peopleOf(newest, own);
    const [first] = people ?? [];
    if (newest === undefined || since === undefined || first === undefined) return [];
    if (afterWorkingDays(since, days, timeZone) > now) return [];
    const { message } = newest;
    return {
      kind,
      threadId: message.thread_id,
      accountId: message.account_id,
      emailId: message.id,
      ...first,
      others: (people?.length ?? 1) - 1,
      subject: message.subject,
      preview: message.summary || message.preview,
      since: new Date(since).toISOString(),
      days: workingDaysBetween(since, now, timeZone),
    };
  });
  return told.slice(0, mostListed);
}

/** Conversations that the person wants to hear nothing of now, and those that an answer is on its way in. */
async function quietThreads(ai: Context, userId: UserId): Promise<(threadId: ThreadId) => boolean> {
  const { reader } = ai.database;
  const now = ai.clock.now();
  const choices = await followUpChoicesOf(reader, userId);
  const { answered } = await lostAndOnTheirWay(reader, userId);
  const answering = await threadsOf(reader, userId, [...answered]);
  const unwanted = choices.filter((choice) => choice.is_off === 1 || choice.put_off_until > now);
  const quiet = new Set([...unwanted.map((choice) => choice.thread_id), ...answering]);
  return (threadId) => quiet.has(threadId);
}

const People = z.array(z.object({ name: z.string(), address: z.string() }));

/** Whose turn it is. Nobody waits for a word from oneself or from a machine. */
function peopleOf(
  { message, isOwn }: Unanswered,
  own: ReadonlySet<string>,
): { name: string; address: string }[] {
  const written = message.to_json === "[]" ? message.cc_json : message.to_json;
  return [isOwn ? written : message.from_json]
    .flatMap((json) => People.parse(JSON.parse(json)))
    .filter(({ address }) => !own.has(address.toLowerCase()) && !isAutomatic(address));
}
