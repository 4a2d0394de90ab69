import {
  listSavedSearches as listSavedSearchesEndpoint,
  removeSavedSearch,
  saveSearch,
} from "@inlet/contract/mail/saved-searches.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { storeSearch, listSavedSearches } from "#/search/saved-searches.ts";

/** Routes for searches that a user saved. */
export function savedSearchRoutes(api: Api): void {
  const { mail } = api;

  route(api, listSavedSearchesEndpoint, async (_input, { caller }) => ({
    searches: await listSavedSearches(mail.database.reader, caller.userId),
  }));

  route(api, saveSearch, async (search, { caller }) => ({
    search: await storeSearch(mail, caller.userId, search),
  }));

  route(api, removeSavedSearch, async ({ id }, { caller }) => {
    await mail.execute("search.remove", { userId: caller.userId, id });
    return { ok: true as const };
  });
}
