import type { UserId } from "@inlet/contract/ids.ts";
import { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { defaultLanguage, type Language } from "@inlet/contract/languages.ts";
import type { Reader } from "#/store/engine/database.ts";

/** Returns the user's choices as JSON; "{}" before the first choice. */
export async function preferencesOf(reader: Reader, userId: UserId): Promise<string> {
  const row = await reader
    .selectFrom("user_preferences")
    .select("preferences_json")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.preferences_json ?? "{}";
}

/** Returns the language that the user chose for Inlet; `otherwise` if the user chose none or it no longer exists. */
export async function languageOf(
  reader: Reader,
  userId: UserId,
  otherwise: Language = defaultLanguage,
): Promise<Language> {
  const chosen = Chosen.safeParse(JSON.parse(await preferencesOf(reader, userId)));
  return chosen.data?.locale ?? otherwise;
}

const Chosen = MailPreferences.pick({ locale: true });
