import { rankedPage } from "#/search/ranked-search.ts";
import { searchPage } from "#/search/search.ts";
import { countSelection } from "#/store/undo/count-selection.ts";
import type { LongReads, MailContext } from "#/mail/context.ts";
import { nextOfSelection } from "#/store/undo/next-of-selection.ts";

/** Returns the long reads of this context, else ones that run on this thread. */
export function longReadsOf({
  longReads,
  database: { reader, engine },
}: Pick<MailContext, "database" | "longReads">): LongReads {
  return (
    longReads ?? {
      countSelection: ({ userId, selection, most }) =>
        countSelection(reader, engine, userId, selection, { most }),
      nextOfSelection: ({ userId, selection, ...page }) =>
        nextOfSelection(reader, engine, userId, selection, page),
      searchPage: ({ userId, query, ...options }) =>
        searchPage(reader, engine, userId, query, options),
      rankedPage: ({ userId, query, ...options }) =>
        rankedPage(reader, engine, userId, query, options),
    }
  );
}
