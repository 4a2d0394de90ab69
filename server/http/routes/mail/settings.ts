import { mailPreferences, saveMailPreferences } from "@inlet/contract/mail/settings.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { choosePreferences, readPreferences } from "#/mail/accounts/preferences.ts";

/** Routes of preferences, which apply to all devices of a user. */
export function settingsRoutes(api: Api): void {
  const { mail } = api;

  route(api, mailPreferences, async (_input, { caller }) => ({
    preferences: await readPreferences(mail, caller.userId),
  }));

  route(api, saveMailPreferences, async (chosen, { caller }) => ({
    preferences: await choosePreferences(mail, caller.userId, chosen),
  }));
}
