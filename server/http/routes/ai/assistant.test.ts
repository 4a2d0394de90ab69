import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type AccountId, type FolderId, UserId } from "@inlet/contract/ids.ts";
import { pseudo } from "@inlet/contract/pseudo.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cleanMail } from "#/ai/text/clean-mail.ts";
import { usualEngines } from "#/testing/database/database.ts";
import {
  aBoxOf,
  anna,
  questionedMessages,
  receive,
} from "#/testing/mailboxes/questioned-messages.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { someFolders } from "#/testing/apps/published-calls.ts";

describe.each(usualEngines)("the assistant on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let ada: SignedUpUser;
  let accountId: AccountId;
  let folderId: FolderId;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    app.clock.time = Date.parse("2026-11-21T12:00:00Z");
    ada = await signUpUser(app.origin, "Ada");
    ({ accountId, folderId } = await aBoxOf(app, ada, questionedMessages));
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const ask = async (query: string, more: object = {}) => {
    // Turns are ordered by their times.
    app.clock.time += 1;
    return ada.client.call("POST /ai/chat", { query, timeZone: "UTC", ...more });
  };

  test("answers with the sentence that holds the answer, and cites its message", async () => {
    const answer = await ask("When is the offsite in Lisbon?");
    expect(answer.meta).toMatchObject({ engine: "local", isFound: true });
    expect(answer.blocks[0]?.text).toBe(
      "Anna Berg wrote on 18 November 2026 in “Offsite in Lisbon”:",
    );
    expect(answer.blocks[1]).toMatchObject({
      kind: "quote",
      text: "the offsite takes place on 12 March 2027 at 10:00 in Lisbon.",
    });
    expect(answer.citations).toMatchObject([{ id: "m1", from: "Anna Berg", isSuspicious: false }]);
    expect(answer.response).toContain("12 March 2027");
  });

  test("finds an amount", async () => {
    const answer = await ask("How much did Mixpanel charge?");
    expect(answer.response).toContain("charged $2,099.00 by Mixpanel");
    expect(answer.citations[0]?.subject).toBe("Your statement");
  });

  test.each([
    ["How many mails from Anna this week?", "2 emails from Anna this week."],
    ["How many unread emails from Anna do I have?", "1 unread email from Anna."],
    ["How many mails from Anna last month?", "No emails from Anna last month."],
    ["how many messages did I get in October?", "1 email in october."],
  ])("counts: %s", async (query, expected) => {
    expect((await ask(query)).blocks[0]?.text).toBe(expected);
  });

  test("answers in the language of the user, and quotes question and mail unchanged", async () => {
    await ada.client.call("PUT /user/preferences", { locale: "en-XA" });
    const { blocks } = await ask("How many mails from Anna this week?");
    await ada.client.call("PUT /user/preferences", { locale: null });
    expect(blocks[0]?.text).toBe(`2 ${pseudo("emails from")} Anna this week.`);
  });

  test("lists the messages that a question without search terms selects, the newest first", async () => {
    const { blocks, citations } = await ask("Show me unread mails from Anna");
    expect(blocks.map(({ text }) => text)).toEqual([
      "1 unread email from Anna:",
      "Offsite in Lisbon · Anna Berg · 18 November 2026",
    ]);
    expect(citations).toHaveLength(1);
  });

  test("says that it found nothing and where it searched, and invents nothing", async () => {
    const answer = await ask("What is the password of the zeppelin hangar?");
    expect(answer.meta.isFound).toBe(false);
    expect(answer.blocks.map(({ text }) => text)).toEqual([
      "I found nothing about this in your mail.",
      "I looked through 4 emails for: “password”, “zeppelin”, “hangar”.",
    ]);
    expect(answer.citations).toEqual([]);
  });

  test("omits a filter that the user removes", async () => {
    const first = await ask("How many mails from Anna this week?");
    expect(first.meta.plan).toEqual([
      { id: "time", kind: "time", label: "This week" },
      { id: "from:anna", kind: "from", label: "Anna" },
    ]);
    const again = await ask("How many mails from Anna this week?", { without: ["from:anna"] });
    expect(again.blocks[0]?.text).toBe("3 emails this week.");
  });

  test("shows no amount of another sender", async () => {
    for (const query of ["How much was paid by Mixpanel?", "How much did Harbour Bank charge?"]) {
      const answer = await ask(query);
      expect(answer.meta.isFound, query).toBe(false);
      expect(answer.response, query).not.toContain("2,099");
    }
  });

  test("every quote is in its message word for word", async () => {
    for (const query of ["Who has the contract?", "What about lunch?", "When is the offsite?"]) {
      const { blocks, citations } = await ask(query);
      for (const block of blocks.filter(({ kind }) => kind === "quote")) {
        const cited = citations.find(({ id }) => id === block.cites[0]);
        const mail = questionedMessages.find(({ subject }) => subject === cited?.subject);
        expect(cleanMail({ subject: "", text: mail?.text ?? "", html: "" }).own).toContain(
          block.text,
        );
      }
      expect(
        blocks.some(({ kind }) => kind === "quote"),
        query,
      ).toBe(true);
    }
  });

  test("proposes the requested actions and applies none", async () => {
    const label = await ask("Label the mails from Anna as Friends");
    expect(label.proposals).toMatchObject([{ kind: "label", label: "Friends" }]);
    expect(label.proposals[0]).toHaveProperty("emailIds.length", 2);
    const archive = await ask("archive mails from Harbour");
    expect(archive.proposals).toMatchObject([{ kind: "archive" }]);
    const snooze = await ask("Snooze mails from Harbour until Monday");
    expect(snooze.proposals).toMatchObject([{ kind: "snooze", until: "2026-11-23T08:00:00.000Z" }]);
    const { emails } = await ada.client.call("GET /email/list", { folder: "recieved" });
    expect(emails.map(({ tags }) => tags)).toEqual(emails.map(() => []));
    expect(emails.filter(({ snoozedUntil }) => snoozedUntil !== null)).toEqual([]);
    expect(emails).toHaveLength(questionedMessages.length);
  });

  test("answers about one account only, and not about another user's", async () => {
    expect((await ask("How many mails this week?", { accountId })).blocks[0]?.text).toBe(
      "3 emails this week.",
    );
    const ben = await signUpUser(app.origin, "Ben");
    await ben.client.refusal("POST /ai/chat", { query: "offsite", accountId });
  });

  test("stores the conversation until it is cleared", async () => {
    await ada.client.call("DELETE /ai/chat", {});
    await ask("What about lunch?");
    app.clock.time += 1000;
    await ask("When is the offsite?");
    const { turns } = await ada.client.call("GET /ai/chat", {});
    expect(turns.map(({ query }) => query)).toEqual(["What about lunch?", "When is the offsite?"]);
    expect(turns[0]?.answer.blocks.length).toBeGreaterThan(0);
    const cleo = await signUpUser(app.origin, "Cleo");
    expect(await cleo.client.call("GET /ai/chat", {})).toEqual({ turns: [] });
    await cleo.client.call("DELETE /ai/chat", {});
    expect((await ada.client.call("GET /ai/chat", {})).turns).toHaveLength(2);
    await ada.client.call("DELETE /ai/chat", {});
    expect(await ada.client.call("GET /ai/chat", {})).toEqual({ turns: [] });
  });

  test("streams the answer", async () => {
    const response = await ada.client.send("POST /ai/chat/stream", {
      query: "When is the offsite in Lisbon?",
    });
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const events = (await response.text())
      .split("\n\n")
      .filter(Boolean)
      .map((event): { kind: string } => JSON.parse(event.slice("data: ".length)));
    expect(events.map(({ kind }) => kind)).toEqual(["plan", "found", "block", "block", "done"]);
    expect(events.at(-1)).toMatchObject({ answer: { meta: { engine: "local" } } });
  });

  test("another user's mail changes no answer", async () => {
    const questions = [
      "When is the offsite in Lisbon?",
      "How many mails from Anna this week?",
      "What did Piotr say about the contract?",
      "What is the password of the zeppelin hangar?",
    ];
    const answers = async () =>
      Promise.all(
        questions.map(async (query) => {
          const { meta, ...answer } = await ask(query);
          return { ...answer, meta: { ...meta, ms: 0 } };
        }),
      );
    const before = await answers();
    const eve = await signUpUser(app.origin, "Eve");
    const hostile = Array.from({ length: 60 }, (_, index) => ({
      from: [anna],
      subject: "Offsite in Lisbon: zeppelin hangar password",
      text: `The offsite contract of Lisbon is cancelled, says Piotr. The zeppelin hangar password is ${index}.`,
      date: "2026-11-20T10:00:00Z",
    }));
    await aBoxOf(app, eve, hostile);
    expect(await answers()).toEqual(before);
  });

  test("accepts any input", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: "grapheme", maxLength: 200 }),
          fc
            .array(
              fc.constantFrom(
                "from",
                "to",
                "Anna",
                "how many",
                "last week",
                "since",
                "between",
                '"',
                "'s",
                "$",
                "*",
                "AND",
                "NEAR(",
                "label",
                "as",
                "snooze",
                "until",
                "-",
                ":",
                "&",
                "|",
                "!",
                "<->",
                "\\",
              ),
              { maxLength: 12 },
            )
            .map((words) => words.join(" ")),
        ),
        async (query) => {
          const response = await ada.client.send("POST /ai/chat", {
            query,
            timeZone: "Asia/Kolkata",
          });
          await response.text();
          expect([200, 400]).toContain(response.status);
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);

  test("reads messages in the trash only for a question from there", async () => {
    expect(folderId).not.toBe("");
    const userId = UserId.parse(ada.user.id);
    const [trash] = await someFolders(app.execute, userId, accountId, ["trash"]);
    const walrus = {
      from: [anna],
      subject: "Walrus",
      text: "The walrus is purple.",
      date: "2026-11-20T11:00:00Z",
    };
    await receive(app, ada, {
      accountId,
      folderId: trash?.id ?? folderId,
      mails: [walrus],
      after: 50,
    });
    expect((await ask("What about the walrus?")).meta.isFound).toBe(false);
    expect((await ask("What about the walrus in the trash?")).response).toContain("purple");
  });
});
