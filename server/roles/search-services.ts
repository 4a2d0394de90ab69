import type { Services } from "#/http/services.ts";
import type { MailContext } from "#/mail/context.ts";
import { withPlaces } from "#/mail/found-places.ts";
import { keepSearch, listSavedSearches } from "#/search/saved-searches.ts";

/** What people do with searches: each result says where it stands, and searches can be kept. */
export function searchServices(
  mail: MailContext,
  search: Services["search"],
): Pick<Services, "search" | "savedSearches"> {
  return {
    search: withPlaces(mail.database.reader, search),
    savedSearches: {
      list: (userId) => listSavedSearches(mail.database.reader, userId),
      save: (userId, wish) => keepSearch(mail, userId, wish),
      remove: (userId, id) => mail.door("search.remove", { userId, id }),
    },
  };
}
