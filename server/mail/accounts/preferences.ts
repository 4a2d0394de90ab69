import type { UserId } from "@inlet/contract/ids.ts";
import { MailPreferences, type saveMailPreferences } from "@inlet/contract/mail/settings.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { z } from "zod";
import { preferencesOf } from "#/store/users/preference-queries.ts";
import type { MailContext } from "#/mail/context.ts";
import { nextBriefAt } from "#/mail/notify/brief-hour.ts";

/** Returns the user's preferences; missing or unreadable ones have their default. */
export async function readPreferences(
  { database }: Pick<MailContext, "database">,
  userId: UserId,
): Promise<MailPreferences> {
  const chosen: unknown = JSON.parse(await preferencesOf(database.reader, userId));
  return MailPreferences.parse(readable(MailPreferences, chosen, usualPreferences));
}

/** Changes the given preferences; returns all of them. */
export async function choosePreferences(
  mail: MailContext,
  userId: UserId,
  chosen: z.output<typeof saveMailPreferences.input>,
): Promise<MailPreferences> {
  const { notifications } = chosen;
  const summaryAt = notifications?.dailySummary && nextBriefAt(notifications, mail.clock.now());
  await mail.execute("preferences.save", { userId, chosen, ...(summaryAt && { summaryAt }) });
  return readPreferences(mail, userId);
}

/** Validates part by part: a part that another version wrote, or an unknown one, does not invalidate the rest. */
function readable(schema: z.core.$ZodType, chosen: unknown, usual: unknown): unknown {
  if (schema instanceof z.ZodObject && isRecord(usual)) {
    const given = isRecord(chosen) ? chosen : {};
    const parts = Object.entries(schema.shape).map(([name, part]) => [
      name,
      readable(part, Object.hasOwn(given, name) ? given[name] : undefined, usual[name]),
    ]);
    return Object.fromEntries(parts);
  }
  const read = z.safeParse(schema, chosen);
  return read.success ? read.data : usual;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
