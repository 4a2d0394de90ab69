import { expect, test } from "vitest";
import { withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { aMailbox, aMessage } from "#/testing/apps/published-calls.ts";
import { filesOf, namedFiles } from "./user-files.ts";

const file = (sha256: string) => ({
  part: "2",
  filename: "plan.pdf",
  type: "application/pdf",
  sizeBytes: 1,
  contentId: "",
  isInline: false,
  sha256,
});
const [own, shared, unowned] = ["a", "b", "c"].map((letter) => letter.repeat(64)) as [
  string,
  string,
  string,
];

withDatabases((open) => {
  test("distinguishes a user's files from those that any other user has too", async () => {
    const { database, execute } = await openStore(open);
    const { reader } = database;
    // Enough users to be in several partitions.
    const people = [];
    for (let count = 0; count < 6; count++) people.push(await aMailbox(execute));
    const [ada = never(), ...others] = people;
    const bo = others.at(-1) ?? never();
    const take = (box: typeof ada, hashes: string[], uid = 1) =>
      execute("messages.takeIn", {
        ...box,
        messages: [aMessage({ uid, attachments: hashes.map(file) })],
      });
    await take(ada, [own, shared]);
    await take(bo, [shared]);
    const { blobs } = await filesOf(reader, ada.userId);
    expect(blobs.toSorted()).toEqual([own, shared]);
    expect(await namedFiles(reader, blobs)).toEqual(new Set([own, shared]));
    await database.kysely.deleteFrom("attachments").where("user_id", "=", ada.userId).execute();
    expect(await namedFiles(reader, [...blobs, unowned])).toEqual(new Set([shared]));
    expect(await namedFiles(reader, [])).toEqual(new Set());
    // More than one read returns, also for a single message.
    const many = Array.from({ length: 1500 }, (_, n) => n.toString(16).padStart(64, "0"));
    await take(bo, many, 2);
    await take(bo, [unowned], 3);
    expect((await namedFiles(reader, [...many, unowned, own])).size).toBe(1501);
  });
});

function never(): never {
  throw new Error("There is none.");
}
