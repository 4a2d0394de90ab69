import type { SavedSearchServices } from "#/http/saved-search-services.ts";
import type { MailContext } from "#/mail/context.ts";
import { keepSearch, listSavedSearches } from "#/search/saved-searches.ts";

/** What people do with the searches that they keep. */
export function savedSearchServices(mail: MailContext): SavedSearchServices {
  return {
    list: (userId) => listSavedSearches(mail.database.reader, userId),
    save: (userId, search) => keepSearch(mail, userId, search),
    remove: (userId, id) => mail.door("search.remove", { userId, id }),
  };
}
