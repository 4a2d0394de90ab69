import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/fail.ts";
import type { Services } from "#/http/services.ts";
import { requireAccount } from "#/mail/accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { withPlaces } from "#/mail/found-places.ts";
import { presentRow } from "#/mail/present.ts";
import { readCursor, writeCursor } from "#/mail/reading.ts";
import type { Reads } from "#/roles/named-reads.ts";
import { readRankedCursor, writeRankedCursor } from "#/search/ranked-cursor.ts";
import { keepSearch, listSavedSearches } from "#/search/saved-searches.ts";

/** Hits that one answer of a search looks at: what is asked besides may be rare among them, and others wait. */
const hitsOfAnswer = 2000;

/** What people do with searches: each result says where it stands, and searches can be kept. */
export function searchServices(
  mail: MailContext,
  reads: Reads,
): Pick<Services, "search" | "savedSearches"> {
  return {
    search: withPlaces(mail.database.reader, async (userId, wish, signal) => {
      const { cursor, order, ...asked } = wish;
      requireWords(asked.query);
      if (asked.accountId) await requireAccount(mail, userId, asked.accountId);
      const words = { ...asked, userId, lookAt: hitsOfAnswer };
      if (order === "relevance") {
        const after = cursor ? readRankedCursor(cursor) : undefined;
        const { rows, next } = await reads("search.ranked", { ...words, after }, signal);
        return { results: rows.map(presentRow), nextCursor: next && writeRankedCursor(next) };
      }
      const before = cursor ? readCursor(cursor) : undefined;
      const page = await reads("search.page", { ...words, before }, signal);
      return {
        results: page.rows.map(presentRow),
        nextCursor: page.before === null ? null : writeCursor(page.before),
      };
    }),
    savedSearches: {
      list: (userId) => listSavedSearches(mail.database.reader, userId),
      save: (userId, wish) => keepSearch(mail, userId, wish),
      remove: (userId, id) => mail.door("search.remove", { userId, id }),
    },
  };
}

/** Throws search.too_short. */
export function requireWords(query: string): void {
  const isTooShort = Array.from(query.trim()).length < limits.searchMinLength;
  if (isTooShort) throw new Failure("search.too_short");
}
