import type { AccountId, FolderId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { baseModel } from "#/ai/classify/model.ts";
import { resumeClassification } from "#/ai/classify/resume-classification.ts";
import { learnClassification } from "#/ai/classify/learn-sorting.ts";
import { classifyArrived, classifyWaiting } from "#/ai/classify/classification.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { UserId as UserIdShape } from "@inlet/contract/ids.ts";

let people = 0;
const lunch = {
  subject: "Dinner on Sunday",
  text: "Hi Mia,\n\nmum sends her love. Are you coming to dinner on Sunday?\n\nKisses\nTom",
};
const bill = {
  subject: "Invoice 4711",
  text: "Your invoice 4711 for €84.20 is ready. Please pay €84.20 by direct debit. Total including VAT.",
};

describe.each(usualEngines)("automatic classification on %s", (engine) => {
  let app: RealApp;
  let person: SignedUpUser;
  let userId: UserId;
  let accountId: AccountId;
  let folders: Record<"inbox" | "sent" | "spam", FolderId>;

  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  beforeEach(async () => {
    person = await signUpUser(app.origin, `Mia${people++}`);
    userId = UserIdShape.parse(person.user.id);
    accountId = await anAccount(app.execute, userId, `mia${people}@example.org`);
    const rows = await someFolders(app.execute, userId, accountId, ["inbox", "sent", "spam"]);
    const idOf = (role: string) => rows.find((row) => row.role === role)?.id ?? never();
    folders = { inbox: idOf("inbox"), sent: idOf("sent"), spam: idOf("spam") };
  });

  const sentIsHere = (isComplete: boolean) =>
    app.execute("folder.progress", { folderId: folders.sent, isComplete });

  const ai = () => ({ database: app.database, execute: app.execute, clock: app.clock });
  let uid = 0;
  async function arrives(
    mail: { subject: string; text: string },
    from: string,
    options: { folder?: FolderId; isOwn?: boolean; threadKeys?: string[]; date?: number } = {},
  ): Promise<MessageId> {
    uid++;
    const id = `${userId}.${uid}@example.org`;
    const [ingested] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: options.folder ?? folders.inbox,
      messages: [
        {
          ...aMessage({
            uid,
            message: {
              ...mail,
              messageId: id,
              from: [{ name: from.split("@")[0] ?? "", address: from }],
              to: [{ name: "Mia", address: `mia${people}@example.org` }],
            },
          }),
          threadKeys: options.threadKeys ?? [id],
          isOwn: options.isOwn ?? false,
        },
      ],
    });
    return ingested?.messageId ?? never();
  }
  async function classifyAll(): Promise<void> {
    for (;;) {
      try {
        await classifyWaiting(ai(), { userId, accountId });
        return;
      } catch (error) {
        if (!(error instanceof RetryAfter)) throw error;
      }
    }
  }
  const why = (emailId: MessageId) =>
    person.client.call("GET /email/{emailId}/sorting", { emailId });
  const emails = async () => (await person.client.call("GET /email/list", {})).emails;

  test("on arrival, with a readable reason", async () => {
    const id = await arrives(bill, "billing@larkfield.example");
    expect(await why(id)).toMatchObject({ category: null, reason: null });
    await classifyArrived(ai(), { userId, messageId: id });
    expect((await emails())[0]).toMatchObject({ id, category: "Finance" });
    const { reason } = await why(id);
    expect(reason).toMatchObject({ categoryBy: "model" });
    expect(reason?.category).toContain("it is about a bill");
  });

  test("in batches for existing mail, newest first, each message once", async () => {
    for (let each = 0; each < 45; each++) await arrives(bill, `a${each}@larkfield.example`);
    await expect(classifyWaiting(ai(), { userId, accountId })).rejects.toThrow(RetryAfter);
    await expect(classifyWaiting(ai(), { userId, accountId })).rejects.toThrow(RetryAfter);
    const page = await person.client.call("GET /email/list", { limit: 50 });
    expect(page.emails.filter(({ category }) => category !== null)).toHaveLength(40);
    expect(page.emails.slice(0, 40).every(({ category }) => category === "Finance")).toBe(true);
    await classifyWaiting(ai(), { userId, accountId });
    const left = await app.database.reader
      .selectFrom("unsorted_messages")
      .select("message_id")
      .where("user_id", "=", userId)
      .execute();
    expect(left).toEqual([]);
  });

  test("for a new account once its correspondents are known, or after ten minutes", async () => {
    await sentIsHere(false);
    await app.database.kysely
      .updateTable("accounts")
      .set({ created_at: app.clock.now() })
      .where("id", "=", accountId)
      .execute();
    const id = await arrives(bill, "ann@larkfield.example");
    await expect(classifyWaiting(ai(), { userId, accountId })).rejects.toThrow(RetryAfter);
    expect((await why(id)).category).toBeNull();
    app.clock.time += 10 * 60_000;
    await classifyWaiting(ai(), { userId, accountId });
    expect((await why(id)).category).toBe("Finance");
  });

  test("again with a new version of the weights, each message once, and queues a job for the account", async () => {
    for (let each = 0; each < 3; each++) await arrives(bill, `a${each}@larkfield.example`);
    await classifyAll();
    const { kysely, reader } = app.database;
    const waiting = async () =>
      (
        await reader
          .selectFrom("unsorted_messages")
          .select("message_id")
          .where("user_id", "=", userId)
          .execute()
      ).length;
    const called = () =>
      reader
        .selectFrom("jobs")
        .select("subject_id")
        .where("kind", "=", "sort-mail")
        .where("user_id", "=", userId)
        .execute();
    await kysely.deleteFrom("jobs").where("user_id", "=", userId).execute();
    const resume = (version: string) =>
      resumeClassification(ai(), version, new AbortController().signal);
    await resume(baseModel().version);
    expect([await waiting(), await called()]).toEqual([0, []]);
    await resume("next year's");
    expect([await waiting(), await called()]).toEqual([3, [{ subject_id: accountId }]]);
    // Messages that waited before the engine started queue a job too.
    await kysely.deleteFrom("jobs").where("user_id", "=", userId).execute();
    await resume(baseModel().version);
    expect([await waiting(), await called()]).toEqual([3, [{ subject_id: accountId }]]);
    await classifyAll();
    expect(await waiting()).toBe(0);
  });

  test("trusts the server's spam folder, and calls no mail of the user's correspondents spam", async () => {
    const junk = await arrives(bill, "x@larkfield.example", { folder: folders.spam });
    await classifyAll();
    expect(await why(junk)).toMatchObject({
      category: "Spam",
      priority: "Low",
      reason: { categoryBy: "server" },
    });
  });

  test("never changes the user's choice, and learns from it until it is undone", async () => {
    const { client } = person;
    const first = await arrives(bill, "ann@larkfield.example");
    const second = await arrives(bill, "ann@larkfield.example");
    await classifyAll();
    const { undoId } = await client.call("PATCH /email/{emailId}", {
      emailId: first,
      category: "Work",
    });
    await learnClassification(ai(), userId);
    expect((await client.call("GET /sorting", {})).lessons).toBe(1);
    // The same messages again: one correction is enough.
    await classifyArrived(ai(), { userId, messageId: first });
    await classifyArrived(ai(), { userId, messageId: second });
    expect(await why(first)).toMatchObject({ category: "Work", reason: { categoryBy: "you" } });
    expect(await why(second)).toMatchObject({
      category: "Work",
      reason: { categoryBy: "learned" },
    });
    await client.call("POST /email/undo", { undoId: undoId ?? never() });
    await learnClassification(ai(), userId);
    expect((await client.call("GET /sorting", {})).lessons).toBe(0);
    await classifyArrived(ai(), { userId, messageId: second });
    expect(await why(second)).toMatchObject({ category: "Finance" });
  });

  test("learns from many corrections in several runs, after a short delay", async () => {
    const { client } = person;
    const ids: MessageId[] = [];
    for (let each = 0; each < 55; each++) ids.push(await arrives(bill, "ann@larkfield.example"));
    for (const some of [ids.slice(0, 50), ids.slice(50)]) {
      const change = { category: "Work" as const };
      for (const messageId of some) {
        await app.execute("messages.change", { userId, messageIds: [messageId], change });
      }
    }
    const queued = await app.database.reader
      .selectFrom("jobs")
      .select("run_at")
      .where("kind", "=", "learn-sorting")
      .where("user_id", "=", userId)
      .execute();
    expect(queued).toHaveLength(1);
    // A deleted message teaches nothing, and later runs skip it.
    await app.database.kysely
      .deleteFrom("messages")
      .where("user_id", "=", userId)
      .where("id", "=", ids[0] ?? never())
      .execute();
    await expect(learnClassification(ai(), userId)).rejects.toThrow(RetryAfter);
    await learnClassification(ai(), userId);
    const examples = await app.database.reader
      .selectFrom("sorting_lessons")
      .select("features_json")
      .where("user_id", "=", userId)
      .execute();
    expect(examples.filter((row) => row.features_json === "")).toEqual([]);
    expect(examples.filter((row) => row.features_json === "null")).toHaveLength(1);
    const next = await arrives(bill, "ann@larkfield.example");
    await classifyArrived(ai(), { userId, messageId: next });
    expect(await why(next)).toMatchObject({ category: "Work", reason: { categoryBy: "learned" } });
    expect((await client.call("GET /sorting", {})).lessons).toBe(55);
  }, 30_000);

  test("forgets its training, and keeps the user's choices", async () => {
    const { client } = person;
    const id = await arrives(bill, "ann@larkfield.example");
    await client.call("PATCH /email/{emailId}", {
      emailId: id,
      priority: "High",
      category: "Work",
    });
    await learnClassification(ai(), userId);
    await client.call("POST /sorting/forget", {});
    expect((await client.call("GET /sorting", {})).lessons).toBe(0);
    await classifyAll();
    expect((await emails())[0]).toMatchObject({ category: "Work", priority: "High" });
  });

  test("classifies a sender as the user chooses, in existing and new mail", async () => {
    const { client } = person;
    const there = await arrives(bill, "Ann@Larkfield.example");
    const chosen = await arrives(bill, "ann@larkfield.example");
    await client.call("PATCH /email/{emailId}", { emailId: chosen, category: "Updates" });
    await classifyAll();
    const address = "ANN@larkfield.example";
    await client.call("PUT /sorting/senders/{address}", { address, category: "Social" });
    await client.call("PUT /sorting/senders/{address}", { address, priority: "High" });
    await classifyAll();
    expect(await why(there)).toMatchObject({
      category: "Social",
      priority: "High",
      reason: { categoryBy: "sender", priorityBy: "sender" },
    });
    expect(await why(chosen)).toMatchObject({ category: "Updates" });
    expect((await client.call("GET /sorting", {})).senders).toEqual([
      { address: "ann@larkfield.example", category: "Social", priority: "High" },
    ]);
    await client.call("DELETE /sorting/senders/{address}", { address });
    await classifyAll();
    expect(await why(there)).toMatchObject({ category: "Finance" });
  });

  test("detects whose turn it is in a conversation", async () => {
    const { client } = person;
    const asked = await arrives(lunch, "tom@mailnest.example", { threadKeys: ["sunday"] });
    await arrives(bill, "billing@larkfield.example");
    await classifyAll();
    const listed = async (turn: "reply" | "waiting" | "fyi") => {
      const { emails: found } = await client.call("GET /email/list", { turn });
      const { threads } = await client.call("GET /email/threads", { turn });
      const { count } = await client.call("POST /email/count", { folder: "recieved", turn });
      expect([threads.length, count]).toEqual([found.length, found.length]);
      return found.map(({ id }) => id);
    };
    expect(await listed("reply")).toEqual([asked]);
    expect(await client.call("GET /sorting/turns", {})).toEqual({ reply: 1, waiting: 0, fyi: 1 });
    const answer = await arrives(
      { subject: "Re: Dinner on Sunday", text: "With pleasure. Could you tell me when?" },
      `mia${people}@example.org`,
      { folder: folders.sent, isOwn: true, threadKeys: ["sunday"] },
    );
    await classifyAll();
    expect(await listed("reply")).toEqual([]);
    expect(await listed("waiting")).toEqual([answer]);
    const { results } = await client.call("POST /email/search", { query: "is:waiting" });
    expect(results.map(({ id }) => id)).toEqual([answer]);
    await arrives({ subject: "Re: Dinner on Sunday", text: "At six!" }, "tom@mailnest.example", {
      threadKeys: ["sunday"],
    });
    await classifyAll();
    expect(await client.call("GET /sorting/turns", {})).toMatchObject({ reply: 0, waiting: 0 });
  });
});

function never(): never {
  throw new Error("It is missing.");
}
