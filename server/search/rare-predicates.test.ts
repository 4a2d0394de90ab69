import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import type { Database } from "#/store/engine/database.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { inChunks } from "#/store/engine/chunks.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";
import { searchPage } from "./search.ts";

/** Returns all matches of a search that checks `lookAt` candidates per page, and the sizes of the pages. */
async function pagesOf(
  { reader, engine }: Database,
  userId: UserId,
  query: string,
  { limit, lookAt }: { limit: number; lookAt: number },
): Promise<{ found: MessageId[]; sizes: number[] }> {
  const found: MessageId[] = [];
  const sizes: number[] = [];
  let before: number | null | undefined;
  do {
    const options = { limit, lookAt, ...(before && { before }) };
    const page = await searchPage(reader, engine, userId, query, options);
    found.push(...page.rows.map(({ id }) => id));
    sizes.push(page.rows.length);
    ({ before } = page);
  } while (before !== null);
  return { found, sizes };
}

withDatabases((open) => {
  test("finds matches of a selective predicate at once, for any number of messages with the word", async () => {
    const box = await aFiledMailbox(open, 600);
    const starred = [3, 200, 580].map((at) => box.ids[at] ?? never());
    await box.change({ starred: true }, undefined, starred);
    const { database, userId } = box;
    const paged = { limit: 2, lookAt: 1 };
    const { found, sizes } = await pagesOf(database, userId, "message is:starred", paged);
    expect(found).toEqual(starred.toReversed());
    expect(sizes).toEqual([2, 1]);
    const other = await pagesOf(database, userId, "nothing is:starred", paged);
    expect(other).toEqual({ found: [], sizes: [0] });
  });

  test("returns all messages with several locations each, for any number of locations", async () => {
    const box = await aFiledMailbox(open, 520);
    const { database, userId } = box;
    await box.change({ starred: true }, undefined, box.ids);
    const there = await database.reader.selectFrom("message_locations").selectAll().execute();
    const copies = there.map((place) => ({ ...place, folder_id: box.folder("archive").id }));
    for (const some of inChunks(copies, 50)) {
      await database.kysely.insertInto("message_locations").values(some).execute();
    }
    const { found } = await pagesOf(database, userId, "is:starred", { limit: 200, lookAt: 9000 });
    expect(found).toHaveLength(520);
  });

  test("a search with few matches among many candidates returns where to continue, and skips none", async () => {
    const box = await aFiledMailbox(open, 1100);
    const { database, userId, accountId } = box;
    // More messages are unread than are checked per page; two of them are in the archive.
    const there = [2, 1050].map((at) => box.ids[at] ?? never());
    await box.change({ target: { role: "archive" } }, undefined, there);
    const folderId = box.folder("archive").id;
    const read = aMessage({ uid: 9000, flags: [String.raw`\Seen`] });
    await box.execute("messages.takeIn", { userId, accountId, folderId, messages: [read] });
    const query = "message is:unread in:archive";
    const { found, sizes } = await pagesOf(database, userId, query, { limit: 20, lookAt: 500 });
    expect(found).toEqual(there.toReversed());
    expect(sizes).toEqual([1, 0, 1]);
  });
});

function never(): never {
  throw new Error("It is missing.");
}
