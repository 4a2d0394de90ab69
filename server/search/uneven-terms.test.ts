import type { AccountId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { aMailbox, aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { searchPage } from "./search.ts";

const size = 1200;

/** The messages that contain a word, counted from the newest. */
const existing: Record<string, (at: number) => boolean> = {
  every: () => true,
  third: (at) => at % 3 === 0,
  fortieth: (at) => at % 40 === 7,
  // Common among the newest messages, then absent for long, and common again at the end.
  twice: (at) => (at < 200 && at % 40 === 3) || at > 1100,
  // Absent among the newest messages, but common overall.
  late: (at) => at >= 300,
  once: (at) => at === 900,
};

/** The typed text, and the messages it matches. */
const queries: [string, (words: (word: string) => boolean) => boolean][] = [
  ...Object.keys(existing).map((word): [string, (has: (word: string) => boolean) => boolean] => [
    word,
    (has) => has(word),
  ]),
  ["t", (has) => has("third") || has("twice")],
  ["third late", (has) => has("third") && has("late")],
  ['"third fortieth"', (has) => has("third") && has("fortieth")],
  ["twice OR once", (has) => has("twice") || has("once")],
  ["every -late", (has) => has("every") && !has("late")],
  ["twice -late", (has) => has("twice") && !has("late")],
];

withDatabases((open) => {
  test("finds each message once, newest first, with unevenly distributed words", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const other = await anAccount(execute, userId);
    const [inbox] = await someFolders(execute, userId, other);
    if (!inbox) throw new Error("No folder.");
    const emails = Array.from({ length: size }, (_, at) => ({
      at,
      // The other account has only old messages.
      isOther: at > 1000 && at % 2 === 0,
      words: Object.keys(existing).filter((word) => existing[word]?.(at)),
    }));
    for (const isOther of [false, true]) {
      const messages = emails
        .filter((mail) => mail.isOther === isOther)
        .map(({ at, words }) =>
          aMessage({
            uid: size - at,
            internalDate: Date.UTC(2026, 0, 1) - at * 60_000,
            message: { subject: `mail${at}`, text: words.join(" ") },
          }),
        )
        .toReversed();
      const place = isOther ? { accountId: other, folderId: inbox.id } : { accountId, folderId };
      await execute("messages.takeIn", { userId, ...place, messages });
    }

    const foundFor = async (query: string, inAccount: AccountId | undefined) => {
      const found: string[] = [];
      let before: number | null | undefined;
      do {
        const page = await searchPage(database.reader, database.engine, userId, query, {
          limit: 5,
          accountId: inAccount,
          ...(before && { before }),
        });
        found.push(...page.rows.map(({ subject }) => subject));
        ({ before } = page);
      } while (before !== null && found.length < 60);
      return found;
    };
    for (const [query, isMeant] of queries) {
      for (const inAccount of [undefined, other]) {
        const meant = emails
          .filter(
            ({ words, isOther }) =>
              isMeant((word) => words.includes(word)) && (!inAccount || isOther),
          )
          .map(({ at }) => `mail${at}`);
        const found = await foundFor(query, inAccount);
        expect([query, found]).toEqual([query, meant.slice(0, 60)]);
      }
    }
  }, 60_000);
});
