import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { search } from "#/search/search.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { markOlderMail } from "./mark-messages.ts";

const aFile = {
  part: "2",
  filename: "Budget plan.pdf",
  type: "application/pdf",
  sizeBytes: 1,
  contentId: "",
  isInline: false,
  sha256: "",
};
const bo = { name: "Bo", address: "bo@partner.example.com" };
const emails: Parameters<typeof aMessage>[0][] = [
  { message: { subject: "film", html: '<a href="https://youtu.be/x">film</a>' } },
  { message: { subject: "plan" }, attachments: [aFile] },
  {
    message: {
      subject: "copy",
      cc: [bo],
      signs: { list: { id: "talk.example.net", address: "" } },
    },
  },
];
const queries: [string, string[]][] = [
  ["has:youtube", ["film"]],
  ["filename:budget has:pdf", ["plan"]],
  ["cc:bo", ["copy"]],
  ["list:talk", ["copy"]],
  ["-has:pdf -has:link", ["copy"]],
];

withDatabases((open) => {
  test("older messages are found by files, links, lists and copies too", async () => {
    const { database, execute } = await openStore(open);
    const mailbox = await aMailbox(execute);
    const { userId, folderId } = mailbox;
    const stranger = await aMailbox(execute);
    const messages = emails.map((given, index) => aMessage({ ...given, uid: index + 1 }));
    await execute("messages.takeIn", { ...mailbox, messages });
    await execute("messages.takeIn", { ...stranger, messages });
    const marks = () => database.kysely.selectFrom("search_marks").selectAll().execute();
    const ofToday = await marks();
    await database.kysely.deleteFrom("search_marks").execute();
    await database.kysely.updateTable("messages").set({ marks_version: 0 }).execute();

    const find = async (query: string) =>
      (await search(database.reader, database.engine, userId, query, { limit: 9 })).map(
        ({ subject }) => subject,
      );
    expect(await find("has:youtube")).toEqual([]);
    const context = { database, execute, log: createLog("silent") };
    const stopped = AbortSignal.abort();
    await markOlderMail(context, stopped);
    expect(await marks()).toEqual([]);
    // A second run changes nothing.
    for (let time = 0; time < 2; time++) {
      await markOlderMail(context, new AbortController().signal);
      expect(await marks()).toEqual(expect.arrayContaining(ofToday));
      expect(await marks()).toHaveLength(ofToday.length);
    }
    for (const [query, subjects] of queries) {
      expect([query, await find(query)]).toEqual([query, subjects]);
    }
    // A deleted message leaves no marks.
    await execute("locations.vanish", { folderId, uids: [1, 2, 3] });
    await execute("messages.sweep", {
      userId,
      accountId: mailbox.accountId,
      olderThan: Number.MAX_SAFE_INTEGER,
    });
    expect((await marks()).filter((row) => row.user_id === userId)).toEqual([]);
    expect(await marks()).not.toEqual([]);
  });
});
