import { mailPreferences, saveMailPreferences } from "@inlet/contract/settings.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** What a person chooses for all their devices. */
export function settingsRoutes(api: Api): void {
  const { preferences } = api.services;

  route(api, mailPreferences, async (_input, { caller }) => ({
    preferences: await preferences.read(caller.userId),
  }));

  route(api, saveMailPreferences, async (chosen, { caller }) => ({
    preferences: await preferences.save(caller.userId, chosen),
  }));
}
