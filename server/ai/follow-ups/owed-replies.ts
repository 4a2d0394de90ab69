import type { ThreadId, UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { followUpChoicesOf } from "#/store/follow-ups/choice-queries.ts";
import { threadsOf, type Unanswered } from "#/store/follow-ups/queries.ts";
import { isAutomatic } from "../classify/features.ts";
import type { AiContext } from "../context.ts";

type Context = Pick<AiContext, "database" | "clock">;

/**
 * Returns a predicate for conversations without reminders now: those that the user turned off or postponed, and those with an
 * answer being sent (`answered`). A choice made before the user requested a reminder (`askedAt`) does not count.
 */
export async function quietThreads(
  ai: Context,
  userId: UserId,
  answered: ReadonlySet<string>,
): Promise<(threadId: ThreadId, askedAt?: number) => boolean> {
  const { reader } = ai.database;
  const now = ai.clock.now();
  const choices = await followUpChoicesOf(reader, userId);
  const answering = await threadsOf(reader, userId, [...answered]);
  const unwanted = choices.filter((choice) => choice.is_off === 1 || choice.put_off_until > now);
  const quiet = new Map(unwanted.map((choice) => [choice.thread_id, choice.chosen_at]));
  return (threadId, askedAt = 0) =>
    answering.has(threadId) || (quiet.get(threadId) ?? -1) >= askedAt;
}

const People = z.array(z.object({ name: z.string(), address: z.string() }));

interface Owed {
  message: Pick<Unanswered["message"], "from_json" | "to_json" | "cc_json">;
  isOwn: boolean;
}

/** Returns the people whose turn it is, without the user and without machines. */
export function peopleOf(
  { message, isOwn }: Owed,
  own: ReadonlySet<string>,
): { name: string; address: string }[] {
  const written = message.to_json === "[]" ? message.cc_json : message.to_json;
  return [isOwn ? written : message.from_json]
    .flatMap((json) => People.parse(JSON.parse(json)))
    .filter(({ address }) => !own.has(address.toLowerCase()) && !isAutomatic(address));
}
