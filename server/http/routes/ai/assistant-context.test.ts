import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aBoxOf, questionedMessages } from "#/testing/mailboxes/questioned-messages.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("references to earlier questions, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let ada: SignedUpUser;

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    app.clock.time = Date.parse("2026-11-21T12:00:00Z");
    ada = await signUpUser(app.origin, "Ada");
    await aBoxOf(app, ada, questionedMessages);
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

  test.each([
    ["Wann ist das Offsite in Lisbon?", "12 March 2027"],
    ["Was hat Anna über das Offsite geschrieben?", "12 March 2027"],
    ["Quand est le offsite de Lisbon ?", "12 March 2027"],
    ["Wann findet das Offsite statt?", "12 March 2027"],
  ])("answers a question in another language: %s", async (query, expected) => {
    const answer = await ask(query);
    expect(answer.meta.isFound).toBe(true);
    expect(answer.response).toContain(expected);
  });

  test.each([
    ["Wie viele Mails von Anna diese Woche?", 2],
    ["Zeige mir ungelesene Mails von Anna", 1],
  ])("counts and lists in German: %s", async (query, count) => {
    const answer = await ask(query);
    expect(answer.blocks[0]?.text).toMatch(new RegExp(`^${count} `));
    expect(answer.citations).toHaveLength(count);
  });

  test("corrects typing errors in questions", async () => {
    expect((await ask("When is the offiste in Lisbon?")).response).toContain("12 March 2027");
  });

  test("answers a question that refers to the previous one", async () => {
    await ada.client.call("DELETE /ai/chat", {});
    await ask("What about the offsite?");
    const when = await ask("and when?");
    expect(when.response).toContain("12 March 2027 at 10:00");
    expect(when.meta.plan.map(({ label }) => label)).toEqual(["offsite"]);
    const where = await ask("Where is it?");
    expect(where.response).toContain("Lisbon");
    await ask("How many mails from Anna this week?");
    expect((await ask("and from Harbour?")).blocks[0]?.text).toBe(
      "1 email from Harbour this week.",
    );
    // A complete question uses nothing of the one before.
    expect((await ask("How many unread mails?")).blocks[0]?.text).toBe("3 unread emails.");
    const lunch = await ask("What about lunch?");
    expect(lunch.citations.map(({ subject }) => subject)).toEqual(["Lunch"]);
  });

  test("refers to nothing after an hour, and never to another user's questions", async () => {
    await ada.client.call("DELETE /ai/chat", {});
    await ask("What about the offsite?");
    const ida = await signUpUser(app.origin, "Ida");
    const hers = await ida.client.call("POST /ai/chat", { query: "and when?", timeZone: "UTC" });
    expect(hers.meta.plan).toEqual([]);
    app.clock.time += 2 * 3600_000;
    expect((await ask("and when?")).meta.isFound).toBe(false);
    await ada.client.call("DELETE /ai/chat", {});
    app.clock.time -= 2 * 3600_000;
  });

  test("applies a request to the messages of the last answer", async () => {
    await ask("Show mails from Anna");
    const archive = await ask("archive them");
    expect(archive.proposals).toMatchObject([{ kind: "archive" }]);
    expect(archive.proposals[0]).toHaveProperty("emailIds.length", 2);
  });

  test('a question about "this email" refers to the open one', async () => {
    const { citations } = await ask("What did Piotr say about the contract?");
    const emailId = citations[0]?.emailId;
    const beside = { contextType: "email", emailId };
    const about = await ask("What is this email about?", beside);
    expect(about.meta.plan).toEqual([{ id: "open", kind: "mail", label: "This email" }]);
    expect(about.blocks.some(({ kind }) => kind === "quote")).toBe(true);
    expect(about.citations.map(({ subject }) => subject)).toEqual(["Contract draft"]);
    const who = await ask("Who will send it back in this email?", beside);
    expect(who.response).toContain("Marta will send it back.");
    const continuation = await ask("and where is it?", beside);
    expect(continuation.meta.plan).toContainEqual({
      id: "open",
      kind: "mail",
      label: "This email",
    });
    expect(continuation.citations.map(({ subject }) => subject)).not.toContain("Offsite in Lisbon");
    const label = await ask("label this email as Legal", beside);
    expect(label.proposals).toEqual([{ kind: "label", label: "Legal", emailIds: [emailId] }]);
    // A question that is not about the open email searches all mail, and another user's email is never found.
    expect((await ask("When is the offsite in Lisbon?", beside)).response).toContain("12 March");
    const ben = await signUpUser(app.origin, "Bea");
    const hers = await ben.client.call("POST /ai/chat", {
      query: "What is this email about?",
      ...beside,
    });
    expect(hers.citations).toEqual([]);
    expect(hers.meta.isFound).toBe(false);
  });

  test("searches the folder from which the question is asked", async () => {
    const inbox = await ask("How many mails from Anna?", { contextType: "inbox" });
    expect(inbox.meta.plan).toContainEqual({ id: "folder:inbox", kind: "folder", label: "Inbox" });
    expect(inbox.blocks[0]?.text).toBe("2 emails from Anna in Inbox.");
    const sent = await ask("How many mails from Anna?", { contextType: "sent" });
    expect(sent.blocks[0]?.text).toBe("No emails from Anna in Sent.");
    const anywhere = await ask("How many mails from Anna?", { contextType: "whatever" });
    expect(anywhere.blocks[0]?.text).toBe("2 emails from Anna.");
  });
});
