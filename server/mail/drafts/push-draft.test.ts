import type { DraftId } from "@inlet/contract/ids.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { holdFolderList } from "#/testing/faults/held-folder-list.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { foldersOf } from "#/store/folders/queries.ts";
import {
  type DraftDesk,
  type DraftOffice,
  mailOf,
  noKey,
  openDraftOffice,
} from "#/testing/mailboxes/draft-office.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import { listDrafts } from "./drafts.ts";
import { queueMail } from "#/mail/sending/sending.ts";
import { storeFile } from "#/mail/sending/uploads.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

let office: DraftOffice;
beforeAll(async () => {
  office = await openDraftOffice();
});
afterAll(() => office[Symbol.asyncDispose]());
beforeEach(() => {
  office.sent.length = 0;
});

test("a draft has one copy in Drafts, however often it is saved, and other drafts do not change", async () => {
  await using desk = await office.sit();
  await desk.asOtherClient(async (client) => {
    await client.append("Drafts", "Subject: other\r\n\r\nanother draft", ["\\Draft"]);
    await client.append("Drafts", "Subject: x\r\n\r\nmarked", ["\\Draft", "\\Deleted"]);
  });
  let draft = await desk.write({ to: "anna@example.com, half", content: "one" });
  for (const content of ["two", "three"]) {
    await desk.bringUp(draft);
    draft = await desk.write({ ...draft, content });
  }
  await desk.bringUp(draft);
  await desk.bringUp(draft);
  const found = await desk.onServer();
  expect(found.map(({ text, flags }) => [text, flags])).toEqual([
    ["another draft", ["\\Draft"]],
    ["marked", ["\\Deleted", "\\Draft"]],
    ["three", ["\\Draft", "\\Seen"]],
  ]);
  const emailId = await desk.received("three");
  await desk.engine.until(async () => {
    const [listed] = await listDrafts(desk.engine.mail, desk.engine.userId);
    return listed?.emailId === emailId;
  });
});

test("Bcc recipients are saved in the draft's copy, and no other message contains them", async () => {
  await using desk = await office.sit();
  const draft = await desk.write({ to: "a@example.com", bcc: "b@example.com" });
  await desk.bringUp(draft);
  const [copy] = await desk.onServer();
  expect(copy?.source.toString()).toContain("Bcc: b@example.com");
  await queueMail(
    desk.engine.mail,
    desk.engine.userId,
    mailOf(desk.account, { bcc: "b@example.com" }),
    noKey,
  );
  await desk.engine.until(async () => office.sent.length > 0);
  expect(office.sent[0]?.toString()).not.toMatch(/^bcc:|\bb@example\.com/im);
});

test("sending deletes the draft and its copy", async () => {
  await using desk = await office.sit();
  const draft = await desk.write({ to: "a@example.com", content: "sent" });
  await desk.bringUp(draft);
  const form = mailOf(desk.account, { draftId: draft.id });
  await queueMail(desk.engine.mail, desk.engine.userId, form, noKey);
  expect(await listDrafts(desk.engine.mail, desk.engine.userId)).toEqual([]);
  await desk.engine.until(async () => (await desk.onServer()).length === 0);
  await expect(desk.write({ ...draft, content: "late" })).rejects.toMatchObject({
    code: "draft.gone",
  });
});

test("a refused message keeps its draft and the copy", async () => {
  await using desk = await office.sit();
  const draft = await desk.write({ content: "unsent" });
  await desk.bringUp(draft);
  const form = mailOf(desk.account, { draftId: draft.id, attachments: ["gone" as never] });
  await expect(queueMail(desk.engine.mail, desk.engine.userId, form, noKey)).rejects.toMatchObject({
    code: "upload.not_found",
  });
  expect(await listDrafts(desk.engine.mail, desk.engine.userId)).toHaveLength(1);
  expect(await desk.texts()).toEqual(["unsent"]);
});

test("a crash after appending the copy leaves one copy", async () => {
  await using desk = await office.sit();
  const draft = await desk.write({ content: "once" });
  const crashing: DeliverContext = {
    ...desk.engine.mail,
    execute: async (name, input) => {
      if (name === "draft.noteCopy" && JSON.stringify(input).includes('"put"')) {
        throw new Error("crash");
      }
      return desk.engine.mail.execute(name, input);
    },
  };
  await expect(desk.bringUp(draft, crashing)).rejects.toThrow("crash");
  expect(await desk.texts()).toEqual(["once"]);
  await desk.bringUp(draft);
  expect(await desk.texts()).toEqual(["once"]);
});

describe("an interrupted run", () => {
  test.each([
    { when: "before the first copy is noted", note: "put", nth: 1 },
    { when: "before a second copy is put there", note: "putting", nth: 2 },
    { when: "before a second copy is noted", note: "put", nth: 2 },
    { when: "after a second copy was noted", note: "put", nth: 2, isDone: true },
  ])("$when leaves one copy to the next run", async ({ note, nth, isDone = false }) => {
    await using desk = await office.sit();
    let notes = 0;
    const dying: DeliverContext = {
      ...desk.engine.mail,
      async execute(name, input) {
        const isIt = name === "draft.noteCopy" && JSON.stringify(input).includes(`"${note}"`);
        const isLast = isIt && ++notes === nth;
        if (isLast && !isDone) throw new Error("dead");
        const answer = await desk.engine.mail.execute(name, input);
        if (isLast) throw new Error("dead");
        return answer;
      },
    };
    await dieAndContinue(desk, dying);
  });

  test("between marking the old copy and expunging it leaves one copy to the next run", async () => {
    await using desk = await office.sit();
    await dieAndContinue(desk, atExpunge(desk));
  });

  test("between marking and expunging the copy of a finished draft deletes it later", async () => {
    await using desk = await office.sit();
    const draft = await desk.write({ content: "over" });
    await desk.bringUp(draft);
    await removeWithoutItsJob(desk, draft.id);
    await expect(desk.bringUp(draft, atExpunge(desk))).rejects.toThrow("dead");
    expect(await desk.onServer()).toMatchObject([{ text: "over" }]);
    await desk.bringUp(draft);
    expect(await desk.texts()).toEqual([]);
  });

  /** Saves three times, with a push after each; whether or not the run dies, the last draft is alone there afterwards. */
  async function dieAndContinue(desk: DraftDesk, dying: DeliverContext): Promise<void> {
    await desk.asOtherClient(async (client) => {
      await client.append("Drafts", "Subject: x\r\n\r\nmarked", ["\\Draft", "\\Deleted"]);
    });
    let draft = await desk.write({ content: "one" });
    let deaths = 0;
    const bringUp = () =>
      desk.bringUp(draft, dying).catch((error: unknown) => {
        expect(error).toMatchObject({ message: "dead" });
        deaths++;
      });
    await bringUp();
    draft = await desk.write({ ...draft, content: "two" });
    await bringUp();
    draft = await desk.write({ ...draft, content: "three" });
    await desk.bringUp(draft);
    expect(deaths).toBe(1);
    expect(await desk.texts()).toEqual(["marked", "three"]);
    expect(await listDrafts(desk.engine.mail, desk.engine.userId)).toHaveLength(1);
  }

  /** Skips the draft's job, which would remove the copy in the same moment. */
  async function removeWithoutItsJob({ engine }: DraftDesk, id: DraftId): Promise<void> {
    await engine.database.kysely
      .updateTable("drafts")
      .set({ state: "removed" })
      .where("user_id", "=", engine.userId)
      .where("id", "=", id)
      .execute();
  }

  function atExpunge({ engine }: DraftDesk): DeliverContext {
    let isDead = false;
    return {
      ...engine.mail,
      lend: (id, work) =>
        engine.mail.lend(id, async (connection) => {
          if (isDead) return work(connection);
          // Only EXPUNGE is sent through `command`.
          const greeting = vi.spyOn(connection, "command").mockImplementation(() => {
            isDead = true;
            return Promise.reject(new Error("dead"));
          });
          return work(connection).finally(() => greeting.mockRestore());
        }),
    };
  }
});

test("without UIDPLUS the old copy is marked as deleted and nothing is expunged", async () => {
  await using desk = await office.sit();
  await desk.asOtherClient((client) =>
    client.append("Drafts", "Subject: x\r\n\r\nmarked", ["\\Draft", "\\Deleted"]),
  );
  const poor: DeliverContext = {
    ...desk.engine.mail,
    lend: (id, work) =>
      desk.engine.mail.lend(id, async (connection) => {
        // Simulates a server without UIDPLUS: the set holds the server's capabilities.
        (connection.capabilities as Set<string>).delete("UIDPLUS");
        return work(connection);
      }),
  };
  let draft = await desk.write({ content: "one" });
  await desk.bringUp(draft, poor);
  draft = await desk.write({ ...draft, content: "two" });
  await desk.bringUp(draft, poor);
  const found = await desk.onServer();
  const visible = found.filter(({ flags }) => !flags.includes("\\Deleted"));
  expect(visible.map(({ text }) => text)).toEqual(["two"]);
  expect(found.map(({ text }) => text)).toEqual(["marked", "one", "two"]);
});

test("a draft moved to another account leaves the first account's folder", async () => {
  await using desk = await office.sit();
  const draft = await desk.write({ content: "moves" });
  await desk.bringUp(draft);
  const second = await office.join(desk.engine);
  await desk.bringUp(await second.write({ ...draft, content: "moves" }));
  expect(await second.texts()).toEqual(["moves"]);
  expect(await desk.texts()).toEqual([]);
});

test("a draft with files contains them, and files still uploading follow later", async () => {
  await using desk = await office.sit();
  const { mail, userId } = desk.engine;
  const file = { filename: "ä.txt", type: "text/plain", content: Buffer.from("text") };
  const id = await storeFile(mail, userId, file);
  const attachments = [
    { id, filename: "ä.txt", type: "text/plain", size: 4, cid: null },
    { id: "coming" as never, filename: "b", type: "a/b", size: 9, cid: null },
  ];
  const draft = await desk.write({ content: "with a file", attachments });
  await desk.bringUp(draft);
  const [copy] = await desk.onServer();
  const parsed = await parseMessage(copy?.source ?? Buffer.alloc(0));
  expect(parsed.attachments.map(({ filename }) => filename)).toEqual(["ä.txt"]);
});

test("creates a Drafts folder in an account without one", async () => {
  await using bare = await openDraftOffice({ isBare: true });
  await using desk = await bare.sit();
  let draft = await desk.write({ content: "first" });
  await desk.bringUp(draft);
  await desk.engine.until(async () => {
    const { userId, database } = desk.engine;
    const folders = await foldersOf(database.reader, userId, desk.account.id);
    return folders.some(({ role }) => role === "drafts");
  });
  draft = await desk.write({ ...draft, content: "second" });
  await desk.bringUp(draft);
  expect(await desk.texts()).toEqual(["second"]);
});

test("a draft waits until the folders of its new account are known, and has one copy then", async () => {
  const listing = holdFolderList();
  await using engine = await startMailEngine({ prepare: listing.prepare });
  const desk = await office.begin(engine);
  const draft = await desk.write({ content: "early" });
  const early = desk.bringUp(draft);
  await expect(early.finally(() => listing.release())).rejects.toThrow(RetryAfter);
  await desk.synced();
  await desk.bringUp(draft);
  expect(await desk.onServer()).toMatchObject([{ uid: 1, text: "early" }]);
});
