import {
  FollowUpSettings,
  type followUpSettings,
  type saveFollowUpSettings,
} from "@inlet/contract/ai/follow-ups.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { newestOfThreads } from "#/store/follow-ups/queries.ts";
import { followUpChoicesOf, followUpSettingsOf } from "#/store/follow-ups/choice-queries.ts";
import { preferencesOf } from "#/store/users/preference-queries.ts";
import type { AiContext } from "../context.ts";

type Context = Pick<AiContext, "database" | "execute">;
type Answer = z.output<typeof followUpSettings.output>;

/** The defaults until the user chooses. Reminders only add entries to a list; answers are written only on request. */
const usual: FollowUpSettings = {
  remindsOfTheirs: true,
  remindsOfOwn: true,
  theirDays: 3,
  ownDays: 3,
  returnsToTop: false,
  hour: 8,
  timeZone: "",
  preparesAnswers: false,
};

/** Maximum number of conversations listed whose reminders are off. */
const maxNamed = 100;

/** Returns the user's settings for reminders. */
export async function settingsFor(
  { database }: Pick<AiContext, "database">,
  userId: UserId,
): Promise<FollowUpSettings> {
  const chosen = JSON.parse(await followUpSettingsOf(database.reader, userId)) as unknown;
  const read = FollowUpSettings.partial().safeParse(chosen);
  return { ...usual, ...(read.success ? withoutAbsent(read.data) : {}) };
}

/** Returns the settings, and the threads for which the user turned reminders off. */
export async function readFollowUpSettings(ai: Context, userId: UserId): Promise<Answer> {
  const { reader } = ai.database;
  const choices = await followUpChoicesOf(reader, userId);
  const off = choices.filter((choice) => choice.is_off === 1).slice(0, maxNamed);
  const subjects = await newestOfThreads(
    reader,
    userId,
    off.map((choice) => choice.thread_id),
  );
  return {
    settings: await settingsFor(ai, userId),
    off: off.flatMap(({ thread_id: threadId }) => {
      const subject = subjects.get(threadId);
      return subject === undefined ? [] : [{ threadId, subject }];
    }),
  };
}

/** Changes the given settings. */
export async function chooseFollowUpSettings(
  ai: Context,
  userId: UserId,
  chosen: z.output<typeof saveFollowUpSettings.input>,
): Promise<Answer> {
  const prepares = chosen.preparesAnswers;
  const returns = chosen.returnsToTop === true || chosen.hour !== undefined;
  await ai.execute("followUps.save", { userId, chosen: withoutAbsent(chosen), prepares, returns });
  return readFollowUpSettings(ai, userId);
}

const TimeZone = z.object({ notifications: z.object({ timeZone: z.string() }) });

/** Returns the user's time zone; "" until one of their devices reports it. */
export async function timeZoneOf(
  { database }: Pick<AiContext, "database">,
  userId: UserId,
  settings?: FollowUpSettings,
): Promise<string> {
  const read = TimeZone.safeParse(JSON.parse(await preferencesOf(database.reader, userId)));
  const zone = read.success ? read.data.notifications.timeZone : "";
  return zone || (settings ?? (await settingsFor({ database }, userId))).timeZone;
}

/** Removes properties that are undefined: they would overwrite earlier choices. */
function withoutAbsent<Of extends object>(
  values: Of,
): { [Name in keyof Of]: NonNullable<Of[Name]> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  // Safe: the same keys, without those whose value is undefined.
  return Object.fromEntries(given) as { [Name in keyof Of]: NonNullable<Of[Name]> };
}
