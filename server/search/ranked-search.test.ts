import type { MessageId } from "@inlet/contract/ids.ts";
import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { aFiledMailbox } from "#/testing/mailboxes/filed-mailbox.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage, testNow } from "#/testing/apps/published-calls.ts";
import { rankedPage, type RankedPlace } from "./ranked-search.ts";

const day = 86_400_000;
const anna = { name: "Anna Berg", address: "anna@example.com" };
const shop = { name: "Shop", address: "news@shop.example" };

/** Messages by their age in days. */
const emails = [
  { age: 1, from: shop, subject: "Weekly offers", text: "Everything for your boat" },
  { age: 2, from: anna, subject: "Sunday", text: "Shall we take the boat?" },
  { age: 5, from: shop, subject: "Lamps", text: "A lamp in the form of a boat" },
  { age: 40, from: shop, subject: "Re: the boat", text: "It is sold" },
  { age: 20, from: { name: "Boat Club", address: "club@example.net" }, subject: "Dues", text: "" },
  { age: 900, from: anna, subject: "Boats and more boats", text: "For later" },
  { age: 901, from: shop, subject: "Old offers", text: "A boat, and a second boat" },
];

withDatabases((open) => {
  test("ranks matches in the subject first, then in names, then those of correspondents the user writes to", async () => {
    const { database, execute } = await openStore(open);
    const { userId, accountId, folderId } = await aMailbox(execute);
    const messages = emails.map(({ age, from, ...message }, at) =>
      aMessage({
        uid: at + 1,
        internalDate: testNow - age * day,
        message: { ...message, from: [from] },
      }),
    );
    const letter = aMessage({
      uid: 99,
      isOwn: true,
      internalDate: testNow - 950 * day,
      message: { subject: "Hello", to: [anna], text: "Greetings" },
    });
    await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [...messages, letter],
    });
    const found = async (query: string) => {
      const { reader, engine } = database;
      const { rows } = await rankedPage(reader, engine, userId, query, { limit: 20 });
      return rows.map(({ subject }) => subject);
    };
    expect(await found("boat")).toEqual([
      "Re: the boat",
      "Boats and more boats",
      "Dues",
      "Sunday",
      "Weekly offers",
      "Lamps",
      "Old offers",
    ]);
    // An exact word does not match as a prefix.
    expect(await found("+boat in:inbox")).not.toContain("Boats and more boats");
    expect(await found('"second boat"')).toEqual(["Old offers"]);
    expect((await found("from:anna boat")).slice(0, 2)).toEqual(["Boats and more boats", "Sunday"]);
    // Without words the results are not ranked.
    expect((await found("in:inbox")).slice(0, 2)).toEqual(["Weekly offers", "Sunday"]);
    expect(await found("submarine")).toEqual([]);
  });

  test("returns each hit once despite changes between two pages, and hits too old to be ranked last", async () => {
    const count = 900;
    const box = await aFiledMailbox(open, count);
    const { database, userId, accountId, execute } = box;
    const found: MessageId[] = [];
    let after: RankedPlace | null | undefined;
    let pages = 0;
    do {
      const page = await rankedPage(database.reader, database.engine, userId, "message", {
        limit: 90,
        ...(after && { after }),
      });
      found.push(...page.rows.map(({ id }) => id));
      after = page.next;
      if (pages++ !== 1) continue;
      const folderId = box.folder("inbox").id;
      const news = aMessage({ uid: 9000, message: { subject: "A message about a message" } });
      await execute("messages.takeIn", { userId, accountId, folderId, messages: [news] });
      // One message of an earlier page, and one of a later page.
      await box.change({ target: { role: "trash" } }, undefined, [
        found[3] ?? never(),
        box.ids[600] ?? never(),
      ]);
    } while (after);
    const meant = box.ids.filter((_, at) => at !== 600);
    expect(new Set(found)).toEqual(new Set(meant));
    expect(found).toHaveLength(meant.length);
    expect(pages).toBe(11);
  }, 60_000);

  test("ranks matches of a selective predicate separately", async () => {
    const box = await aFiledMailbox(open, 600);
    const { reader, engine } = box.database;
    const starred = [3, 200, 580].map((at) => box.ids[at] ?? never());
    await box.change({ starred: true }, undefined, starred);
    const asked = (limit: number, after?: RankedPlace) =>
      rankedPage(reader, engine, box.userId, "message is:starred", { limit, after });
    const first = await asked(2);
    expect(first.rows.map(({ id }) => id)).toEqual([starred[2], starred[1]]);
    const second = await asked(2, first.next ?? never());
    expect(second).toMatchObject({ rows: [{ id: starred[0] }], next: null });
  });
});

function never(): never {
  throw new Error("It is missing.");
}
