import {
  listSavedSearches,
  removeSavedSearch,
  saveSearch,
} from "@inlet/contract/saved-searches.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Searches that a person asks for again and again. */
export function savedSearchRoutes(api: Api): void {
  const { savedSearches } = api.services;

  route(api, listSavedSearches, async (_input, { caller }) => ({
    searches: await savedSearches.list(caller.userId),
  }));

  route(api, saveSearch, async (search, { caller }) => ({
    search: await savedSearches.save(caller.userId, search),
  }));

  route(api, removeSavedSearch, async ({ id }, { caller }) => {
    await savedSearches.remove(caller.userId, id);
    return { ok: true as const };
  });
}
