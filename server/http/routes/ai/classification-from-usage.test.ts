import {
  type AccountId,
  type FolderId,
  type MessageId,
  type UserId,
  UserId as UserIdShape,
} from "@inlet/contract/ids.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readLearning } from "#/ai/classify/learn.ts";
import { learnClassification } from "#/ai/classify/learn-sorting.ts";
import { classifyArrived } from "#/ai/classify/classification.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

let people = 0;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const note = {
  subject: "Contract for the supplier",
  text: "Hi Noa,\n\ncould you please review the contract and send it back? Thanks\nAnn",
};

describe.each(usualEngines)("learning from use on %s", (engine) => {
  let app: RealApp;
  let person: SignedUpUser;
  let userId: UserId;
  let accountId: AccountId;
  let folders: Record<"inbox" | "archive" | "trash" | "spam", FolderId>;
  let uid = 0;

  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  beforeEach(async () => {
    person = await signUpUser(app.origin, `Noa${people++}`);
    userId = UserIdShape.parse(person.user.id);
    accountId = await anAccount(app.execute, userId, `noa${people}@example.org`);
    const rows = await someFolders(app.execute, userId, accountId, [
      "inbox",
      "archive",
      "trash",
      "spam",
    ]);
    const idOf = (role: string) => rows.find((row) => row.role === role)?.id ?? never();
    folders = {
      inbox: idOf("inbox"),
      archive: idOf("archive"),
      trash: idOf("trash"),
      spam: idOf("spam"),
    };
  });

  const ai = () => ({ database: app.database, execute: app.execute, clock: app.clock });

  async function arrives(
    from: string,
    { ageMs = 0, mail = note }: { ageMs?: number; mail?: typeof note } = {},
  ): Promise<MessageId> {
    uid++;
    const id = `${userId}.${uid}@example.org`;
    const [ingested] = await app.execute("messages.takeIn", {
      userId,
      accountId,
      folderId: folders.inbox,
      messages: [
        {
          ...aMessage({
            uid,
            message: {
              ...mail,
              messageId: id,
              from: [{ name: from.split("@")[0] ?? "", address: from }],
              to: [{ name: "Noa", address: `noa${people}@example.org` }],
            },
          }),
          internalDate: app.clock.now() - ageMs,
        },
      ],
    });
    return ingested?.messageId ?? never();
  }

  async function learn(): Promise<void> {
    for (;;) {
      try {
        await learnClassification(ai(), userId);
        return;
      } catch (error) {
        if (!(error instanceof RetryAfter)) throw error;
      }
    }
  }

  const classified = async (emailId: MessageId) => {
    await classifyArrived(ai(), { userId, messageId: emailId });
    return person.client.call("GET /email/{emailId}/sorting", { emailId });
  };
  const acts = async () => {
    const rows = await app.database.reader
      .selectFrom("sorting_uses")
      .select(["message_id", "act"])
      .where("user_id", "=", userId)
      .orderBy("act")
      .execute();
    return rows.map(({ message_id: id, act }) => ({ id, act }));
  };
  const change = (emailId: MessageId, changed: object) =>
    person.client.call("PATCH /email/{emailId}", { emailId, ...changed });
  const uses = async () => (await person.client.call("GET /sorting", {})).uses;

  test("raises mail like starred mail at once, and lowers mail that is put away unread", async () => {
    const before = await classified(await arrives("ann@larkfield.example"));
    expect(before).toMatchObject({ priority: "Medium", reason: { priorityBy: "model" } });
    for (let each = 0; each < 8; each++) {
      await change(await arrives("ann@larkfield.example"), { starred: true });
      await change(await arrives("ben@elsewhere.example"), { folder: "archive" });
      await change(await arrives("ben@elsewhere.example"), { folder: "trash" });
    }
    expect(await uses()).toBe(24);
    await learn();
    const ann = await classified(await arrives("ann@larkfield.example"));
    expect(ann).toMatchObject({ priority: "High", reason: { priorityBy: "learned" } });
    const ben = await classified(await arrives("ben@elsewhere.example"));
    expect(ben).toMatchObject({ priority: "Low", reason: { priorityBy: "learned" } });
    await person.client.call("POST /sorting/forget", {});
    await learn();
    expect(await uses()).toBe(0);
    expect(await classified(await arrives("ben@elsewhere.example"))).toMatchObject({
      priority: "Medium",
      reason: { priorityBy: "model" },
    });
  }, 60_000);

  test("counts a message that is opened alone within half an hour, and nothing after a day", async () => {
    const soon = await arrives("ann@larkfield.example", { ageMs: 10 * minuteMs });
    const later = await arrives("ann@larkfield.example", { ageMs: 2 * hourMs });
    const old = await arrives("ann@larkfield.example", { ageMs: 30 * hourMs });
    const [one, two] = [
      await arrives("ann@larkfield.example"),
      await arrives("ann@larkfield.example"),
    ];
    await change(soon, { seen: true });
    await change(later, { seen: true });
    await change(old, { starred: true });
    await change(old, { folder: "archive" });
    // Marking several messages as read in one request does not count as opening them.
    await person.client.call("POST /email/bulk", { ids: [one, two], change: { seen: true } });
    expect(await acts()).toEqual([{ id: soon, act: "opened" }]);
    await change(later, { starred: true });
    // Archiving a message that was read does not count: the user is done with it.
    await change(later, { folder: "archive" });
    expect(await acts()).toEqual([
      { id: soon, act: "opened" },
      { id: later, act: "starred" },
    ]);
  });

  test("is learned from in a separate job, and not as soon as a correction", async () => {
    await change(await arrives("ann@larkfield.example"), { starred: true });
    const queued = await app.database.reader
      .selectFrom("jobs")
      .select("kind")
      .where("user_id", "=", userId)
      .where("kind", "like", "learn-%")
      .execute();
    expect(queued).toEqual([{ kind: "learn-from-use" }]);
  });

  test("learns nothing from undone changes", async () => {
    const id = await arrives("ann@larkfield.example");
    await change(id, { starred: true });
    await change(id, { starred: false });
    expect(await acts()).toEqual([]);
    for (const changed of [{ starred: true }, { folder: "archive" }, { folder: "trash" }]) {
      const { undoId } = await change(id, changed);
      expect(await acts()).toHaveLength(1);
      await person.client.call("POST /email/undo", { undoId: undoId ?? never() });
      expect(await acts()).toEqual([]);
    }
  });

  test("forgets that messages were archived or deleted when the user restores them, also for many", async () => {
    const filed: MessageId[] = [];
    for (const folder of ["archive", "trash"]) {
      const id = await arrives("ann@larkfield.example");
      await change(id, { folder });
      filed.push(id);
    }
    expect((await acts()).map(({ act }) => act)).toEqual(["archived", "deleted"]);
    for (const id of filed) await change(id, { folder: "inbox" });
    expect(await acts()).toEqual([{ id: filed[1], act: "rescued" }]);
    const many: MessageId[] = [];
    for (let each = 0; each < 32; each++) many.push(await arrives("ben@elsewhere.example"));
    await change(many[0] ?? never(), { folder: "archive" });
    expect(await acts()).toHaveLength(2);
    const inbox = { ids: many, change: { folder: "inbox" } };
    await person.client.call("POST /email/bulk", { ...inbox, change: { folder: "archive" } });
    expect(await acts()).toHaveLength(2);
    await person.client.call("POST /email/bulk", inbox);
    expect(await acts()).toEqual([{ id: filed[1], act: "rescued" }]);
  });

  test("learns nothing from tidying, also if the last few messages are in a separate transaction", async () => {
    const ids: MessageId[] = [];
    for (let each = 0; each < 105; each++) ids.push(await arrives("ann@larkfield.example"));
    await person.client.call("POST /email/bulk", { ids, change: { folder: "archive" } });
    expect(await acts()).toEqual([]);
    const read = await arrives("ann@larkfield.example", { ageMs: 2 * hourMs });
    await change(read, { seen: true });
    const unread = await arrives("ann@larkfield.example");
    const both = { ids: [read, unread], change: { seen: true } };
    await person.client.call("POST /email/bulk", both);
    expect(await acts()).toEqual([]);
  }, 60_000);

  test("learns nothing from rules, bulk changes, or if the user turned it off", async () => {
    const ids: MessageId[] = [];
    for (let each = 0; each < 3; each++) ids.push(await arrives("ann@larkfield.example"));
    await person.client.call("POST /email/bulk", {
      matching: { folder: "inbox" },
      change: { starred: true },
    });
    await app.execute("messages.change", {
      userId,
      messageIds: ids,
      change: { target: { role: "archive" } },
    });
    expect(await acts()).toEqual([]);
    const next = await arrives("ann@larkfield.example");
    await change(next, { starred: true });
    expect(await uses()).toBe(1);
    await person.client.call("PUT /sorting", { learnsFromUse: false });
    expect(await uses()).toBe(0);
    await change(await arrives("ann@larkfield.example"), { starred: true });
    expect(await acts()).toEqual([]);
    expect((await person.client.call("GET /sorting", {})).wish).toEqual({
      highShare: 15,
      learnsFromUse: false,
    });
  });

  test("keeps the share of High near the chosen one, and the user's own choices above all", async () => {
    const urgent = {
      subject: "Urgent: contract for the supplier",
      text: "Hi Noa,\n\ncould you please review the contract by tomorrow? Thanks\nAnn",
    };
    const ids: MessageId[] = [];
    for (let each = 0; each < 20; each++) {
      const mail = each % 5 === 0 ? urgent : note;
      ids.push(await arrives(`p${each}@larkfield.example`, { mail }));
    }
    const markFor = async (highShare: 5 | 40) => {
      await person.client.call("PUT /sorting", { highShare });
      await learn();
      const row = await app.database.reader
        .selectFrom("sorting_weights")
        .select("weights_json")
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return readLearning(row.weights_json).highFrom ?? never();
    };
    const low = await markFor(40);
    const chosen = ids[1] ?? never();
    await change(chosen, { priority: "High" });
    expect(await markFor(5)).toBeGreaterThan(low);
    await classified(chosen);
    const { emails } = await person.client.call("GET /email/list", { priority: "High" });
    expect(emails.map(({ id }) => id)).toContain(chosen);
    // The chosen share outlives the training.
    await person.client.call("POST /sorting/forget", {});
    expect((await person.client.call("GET /sorting", {})).wish.highShare).toBe(5);
  }, 60_000);

  test("keeps the newest uses, and their effect after their messages are deleted", async () => {
    const first = await arrives("ann@larkfield.example");
    await change(first, { starred: true });
    await learn();
    await app.database.kysely
      .deleteFrom("messages")
      .where("user_id", "=", userId)
      .where("id", "=", first)
      .execute();
    await learn();
    const [kept] = await app.database.reader
      .selectFrom("sorting_uses")
      .select("signals_json")
      .where("user_id", "=", userId)
      .execute();
    expect(kept?.signals_json).toContain("from ann@larkfield.example");
    const rows = Array.from({ length: 510 }, (_, each) => ({
      user_id: userId,
      message_id: `gone${each}` as MessageId, // No message has these ids.
      act: "starred" as const,
      signals_json: "null",
      created_at: app.clock.now() + each + 1,
    }));
    await app.database.kysely.insertInto("sorting_uses").values(rows).execute();
    await learn();
    expect(await uses()).toBe(500);
  });
});

function never(): never {
  throw new Error("It is missing.");
}
