import { z } from "zod";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import { changeConnection } from "#/integrations/core/connections.ts";
import { davOutcomeOf } from "#/integrations/core/dav.ts";
import type {
  Connection,
  IntegrationAdapter,
  Synced,
  Syncing,
} from "#/integrations/core/adapter.ts";
import { integrationsOf } from "#/store/integrations/queries.ts";
import { openBooks } from "./dav.ts";
import { SyncRun } from "./sync-book.ts";

/** Unencrypted settings: the address book, and its mark when it was last read completely. */
export const BookConfig = z.object({ bookUrl: z.string(), mark: z.string().default("") });
export const BookSecret = z.object({ user: z.string(), password: z.string() });

/** Creates the adapter that syncs contacts with an external address book (CardDAV, RFC 6352). */
export function contactsAdapter(core: IntegrationContext): IntegrationAdapter {
  const sync = (connection: Connection, how: Syncing) =>
    davOutcomeOf<Synced>({ place: "address book", entry: "contact" }, () =>
      brought(core, connection, how),
    );
  return {
    kind: "contacts",
    isSetUp: true,
    sync,
    deliver: async () => ({
      result: "skipped",
      answer: "Address books sync only contacts.",
    }),
    test: (connection) => sync(connection, { isSure: false }),
    describe: ({ config }) => new URL(BookConfig.parse(config).bookUrl).host,
  };
}

/** Maximum number of attempts within one sync, as another client may write there too. */
const triesMax = 3;

async function brought(
  core: IntegrationContext,
  connection: Connection,
  { isSure, stopping }: Syncing,
): Promise<Synced> {
  const login = BookSecret.parse(JSON.parse(connection.secret));
  const { bookUrl, mark: before } = BookConfig.parse(connection.config);
  const { userId, id } = connection;
  const books = openBooks(core, login, { ...(stopping && { signal: stopping }) });
  // Contacts created here go to one book: the one that was linked first.
  const linked = await integrationsOf(core.database.reader, userId, "contacts");
  const takesNew = linked.find(({ state }) => state !== "revoked")?.id === id;
  const run = new SyncRun(core, { userId, id, bookUrl, books, takesNew, stopping });
  let known = before;
  for (let tries = 0; tries < triesMax; tries++) {
    const mark = await books.mark(bookUrl);
    if (mark === "" || mark !== known) {
      const pulled = await run.pull(isSure);
      if (pulled !== null) return pulled;
      known = mark;
      if (mark !== before && run.isWhole)
        await changeConnection(core, connection, { config: { bookUrl, mark } });
    }
    if (await run.push()) return run.outcome();
    // The book changed since it was read.
    known = "";
  }
  return { result: "later", answer: "Someone else keeps changing this address book." };
}
