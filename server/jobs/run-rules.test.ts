import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import { limits } from "@inlet/contract/limits.ts";
import {
  type AccountId,
  type IntegrationId,
  type MessageId,
  RuleId,
  UserId,
} from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import type { MailContext } from "#/mail/context.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { bothEngines } from "#/testing/database/database.ts";
import { anIntegrationRow } from "#/testing/factories/integration-row.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import { runRules } from "./run-rules.ts";

describe.each(bothEngines)("rules on %s", (engine) => {
  let app: RealApp;
  let person: SignedUpUser;
  let arrives: (subject: string, from?: string, isOwn?: boolean) => Promise<MessageId>;
  let accountId: AccountId;
  let people = 0;

  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  beforeEach(async () => {
    app.clock.time = Date.now();
    person = await signUpUser(app.origin, `Ruler${people++}`);
    const userId = UserId.parse(person.user.id);
    accountId = await anAccount(app.execute, userId);
    const [inbox] = await someFolders(app.execute, userId, accountId, [
      "inbox",
      "archive",
      "other",
    ]);
    let uid = 0;
    arrives = async (subject, from = "news@shop.example", isOwn = false) => {
      uid += 1;
      const message = aMessage({
        uid,
        isOwn,
        isLive: true,
        internalDate: app.clock.time,
        message: {
          subject,
          messageId: `${userId}.${uid}@x.example`,
          from: [{ name: "", address: from }],
        },
      });
      const [ingested] = await app.execute("messages.takeIn", {
        userId,
        accountId,
        folderId: inbox?.id ?? never(),
        messages: [message],
      });
      const messageId = ingested?.messageId ?? never();
      await works(messageId);
      return messageId;
    };
  });

  const works = (messageId: MessageId, by: Pick<RealApp, "execute"> = app) =>
    // Safe: a rule uses only these parts of it.
    runRules(by as unknown as MailContext, { userId: UserId.parse(person.user.id), messageId });
  const list = async (folder: "inbox" | "archive" | "starred") =>
    (await person.client.call("GET /email/list", { folder })).emails.map(({ subject }) => subject);
  const aRule = async (query: string, actions: object, isOn = true) => {
    const id = RuleId.parse(randomId());
    const { rule } = await person.client.call("PUT /rules/{id}", {
      id,
      text: "In my words",
      query,
      actions,
      isOn,
    });
    return rule;
  };
  const journal = async () => (await person.client.call("GET /rules/journal", {})).entries;

  test("applies its actions to new mail and records them", async () => {
    const rule = await aRule('from:"shop.example"', { move: "archive", seen: true, label: "Shop" });
    const id = await arrives("Sale");
    await arrives("Minutes", "ada@work.example");
    expect(await list("inbox")).toEqual(["Minutes"]);
    expect(await list("archive")).toEqual(["Sale"]);
    const { email } = await person.client.call("GET /email/preview/{emailId}", { emailId: id });
    expect(email.flags).toContain("\\Seen");
    expect(email.tags).toContain("Shop");
    expect(await journal()).toMatchObject([
      { ruleId: rule.id, text: "In my words", emailId: id, subject: "Sale", state: "done" },
    ]);
  });

  test("can be undone for thirty days, and no longer", async () => {
    await aRule("sale", { move: "archive", starred: true });
    await arrives("Sale");
    await arrives("Second sale");
    app.clock.time += aiLimits.journalRetentionMs - 60_000;
    await app.execute("undo.sweep", {
      before: app.clock.time - limits.undoRetentionMs,
      keysBefore: 0,
    });
    const [second, first] = await journal();
    const undo = (id = first?.id ?? never()) =>
      person.client.call("POST /rules/journal/{id}/undo", { id });
    expect(await undo()).toEqual({ count: 1 });
    expect(await list("inbox")).toEqual(["Sale"]);
    expect(await list("starred")).toEqual(["Second sale"]);
    expect((await journal()).map(({ state }) => state)).toEqual(["done", "undone"]);
    app.clock.time += 120_000;
    expect((await journal()).map(({ state }) => state)).toEqual(["too-late", "undone"]);
    expect(
      await person.client.refusal("POST /rules/journal/{id}/undo", { id: second?.id ?? never() }),
    ).toMatchObject({ code: "undo.too_late" });
    await app.execute("journal.prune", { before: app.clock.time - aiLimits.journalRetentionMs });
    expect(await journal()).toEqual([]);
  });

  test("acts once even if its job runs again", async () => {
    await aRule("sale", { starred: true });
    const id = await arrives("Sale");
    await person.client.call("PATCH /email/{emailId}", { emailId: id, starred: false });
    await works(id);
    expect(await list("starred")).toEqual([]);
    expect(await journal()).toHaveLength(1);
  });

  test("fails when a rule cannot be applied, and applies it at the next try", async () => {
    const id = await arrives("Sale");
    await aRule("sale", { starred: true });
    const execute: RealApp["execute"] = async (name, input) => {
      if (name === "rule.carryOut") throw new Error("The disk is full.");
      return app.execute(name, input);
    };
    await expect(works(id, { ...app, execute })).rejects.toThrow("The disk is full.");
    await works(id);
    expect(await list("starred")).toEqual(["Sale"]);
  });

  test("applies only enabled rules, to messages that arrive in the inbox and are not the user's own", async () => {
    await aRule("sale", { starred: true }, false);
    await aRule("minutes", { starred: true });
    await aRule("gone label:nowhere", { starred: true }).catch(() => undefined);
    await aRule("sale before:2020", { starred: true });
    await arrives("Sale");
    await arrives("Minutes", "me@x.example", true);
    expect(await list("starred")).toEqual([]);
    await aRule("letter", { move: "archive" });
    await aRule("letter", { starred: true });
    await arrives("Letter");
    expect(await list("archive")).toEqual(["Letter"]);
    expect(await list("starred")).toEqual([]);
  });

  test("saves to the first integration of a kind, once, and reports when none is connected", async () => {
    await aRule("drawings", { save: "trello", starred: true });
    await arrives("Drawings without a place");
    expect(await journal()).toMatchObject([
      { problem: "Trello is not connected, so it was not saved there.", state: "done" },
    ]);
    const place = (state: "active" | "paused") =>
      anIntegrationRow(UserId.parse(person.user.id), {
        kind: "trello",
        state,
        name: "To do",
        external_id: state,
      });
    const [paused, active] = [place("paused"), place("active")];
    await app.execute("integration.save", paused);
    await app.execute("integration.save", active);
    const id = await arrives("Drawings, please by tomorrow");
    await works(id);
    expect((await journal())[0]).toMatchObject({ emailId: id, problem: "", state: "done" });
    const deliveriesOf = async (of: IntegrationId) =>
      (await person.client.call("GET /integrations/{id}/deliveries", { id: of })).deliveries;
    expect(await deliveriesOf(paused.id)).toEqual([]);
    expect(await deliveriesOf(active.id)).toMatchObject([
      { kind: "message.save", eventId: `save_${id}`, state: "waiting" },
    ]);
    // An action that only sent data to an integration cannot be undone.
    await aRule("only", { save: "trello" });
    await arrives("Only this");
    expect((await journal())[0]).toMatchObject({ state: "too-late", actions: { save: "trello" } });
    expect(await deliveriesOf(active.id)).toHaveLength(2);
  });

  test("reports a missing folder and leaves the message where it is", async () => {
    await aRule("invoice", { folder: "Paid bills" });
    await arrives("Invoice 7");
    expect(await list("inbox")).toEqual(["Invoice 7"]);
    const [entry] = await journal();
    expect(entry).toMatchObject({
      problem: "This account has no folder named Paid bills.",
      state: "too-late",
    });
  });

  test("skips a rule whose folder was deleted, and applies the next one", async () => {
    await aRule("sale -in:other", { move: "archive" });
    await aRule("sale", { seen: true });
    await app.database.kysely
      .deleteFrom("folders")
      .where("account_id", "=", accountId)
      .where("path", "=", "other")
      .execute();
    const id = await arrives("Sale");
    expect(await list("inbox")).toEqual(["Sale"]);
    const { email } = await person.client.call("GET /email/preview/{emailId}", { emailId: id });
    expect(email.flags).toContain("\\Seen");
  });

  test("is tried on the mail of the last thirty days before it is saved", async () => {
    app.clock.time -= 31 * 24 * 3_600_000;
    await arrives("Sale");
    app.clock.time = Date.now();
    await arrives("Sale again");
    await arrives("Minutes");
    const tried = await person.client.call("POST /rules/try", { query: "sale" });
    expect(tried).toMatchObject({ count: 1, isMore: false, emails: [{ subject: "Sale again" }] });
    const later = { query: "sale after:2999" };
    expect((await person.client.call("POST /rules/try", later)).count).toBe(0);
    expect(await journal()).toEqual([]);
    expect(await person.client.refusal("POST /rules/try", { query: "who:me" })).toMatchObject({
      code: "search.unknown_operator",
    });
  });

  test("a trial matches exactly the mail that the rule acts on", async () => {
    // The last term may be incomplete, brackets and quotation marks may be unclosed, and a search has up to thirty terms.
    const queries = [
      "from:jo",
      "{from:joanna from:nobody",
      '"sal',
      `sale${" -minutes".repeat(29)}`,
    ];
    for (const [at, query] of queries.entries()) {
      await arrives(`Sale ${at}`, "joanna@shop.example");
      const rule = await aRule(query, { starred: true });
      await arrives(`Sale again ${at}`, "joanna@shop.example");
      await person.client.call("DELETE /rules/{id}", { id: rule.id });
      expect([query, (await list("starred"))[0]]).toEqual([query, `Sale again ${at}`]);
      const { emails } = await person.client.call("POST /rules/try", { query });
      expect([query, emails[1]?.subject]).toEqual([query, `Sale ${at}`]);
    }
    expect((await person.client.call("POST /rules/try", { query: "!!" })).emails).toEqual([]);
  });

  test("leaves mail where the first moving rule put it", async () => {
    await aRule("invoice", { move: "archive" });
    app.clock.time += 1;
    await aRule("invoice", { move: "trash", seen: true });
    app.clock.time += 1;
    await aRule("in:anywhere invoice", { starred: true });
    await arrives("Invoice 7");
    expect(await list("archive")).toEqual(["Invoice 7"]);
    expect(await journal()).toMatchObject([{ actions: { move: "archive" } }]);
  });

  test("moves messages only to folders within the same account", async () => {
    const userId = UserId.parse(person.user.id);
    const [inOwn] = await someFolders(app.execute, userId, accountId, [
      "other",
      "inbox",
      "archive",
    ]);
    const names = ["Bills", "other"];
    await app.execute("folders.save", {
      userId,
      accountId: await anAccount(app.execute, userId),
      folders: names.map((name) => ({ path: name, name, role: "other" as const })),
    });
    await aRule("invoice", { folder: "bills" });
    app.clock.time += 1;
    await aRule("invoice", { folder: "Other" });
    const messageId = await arrives("Invoice 7");
    expect((await journal()).map(({ problem }) => problem).toSorted()).toEqual([
      "",
      "This account has no folder named bills.",
    ]);
    const places = await locationsOf(app.database.reader, userId, messageId);
    expect(places.map((place) => place.folder_id)).toEqual([inOwn?.id]);
  });
});

function never(): never {
  throw new Error("The row is missing.");
}
