import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { syncDue } from "#/integrations/core/sync.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { bookCard } from "#/testing/factories/address-card.ts";
import { aBookOwner, startContactBookApp } from "#/testing/fakes/contact-book-app.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { integrationContext } from "#/testing/apps/deliver-now.ts";
import { nowhereToSave } from "#/testing/factories/no-save-targets.ts";
import { startRadicale, type TestRadicale } from "#/testing/fakes/radicale.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

describe.each(bothEngines)("an external address book, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startContactBookApp>>;
  let radicale: TestRadicale;
  let owner: Awaited<ReturnType<typeof aBookOwner>>;
  beforeAll(async () => {
    stage = await startContactBookApp(engine);
  });
  afterAll(async () => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    radicale = await startRadicale();
    owner = await aBookOwner(stage, radicale);
    return async () => radicale[Symbol.asyncDispose]();
  });

  const write = (uid: string, name: string, lines: readonly string[] = []) =>
    radicale.writeCard("friends", `${uid}.vcf`, bookCard(uid, name, lines));
  const cardOf = async (uid: string) => (await radicale.cards("friends")).get(`${uid}.vcf`) ?? "";

  it("syncs contacts created, changed and deleted on either side, and keeps properties unknown to Inlet", async () => {
    const { connected, sync, names, save, edit, contacts, ben } = owner;
    await save("zoe", { name: "Zoë", addresses: ["zoe@example.net"] });
    await write("ann", "Ann");
    const id = await connected();
    await sync(id);
    expect(await names()).toEqual(["Ann", "Zoë"]);
    expect([...(await radicale.cards("friends")).values()].join("")).toContain("FN:Zoë");
    expect(await sync(id)).toMatchObject({ answer: "Already in sync." });

    await edit("Ann", { name: "Ann Reed", notes: "Rows" });
    await sync(id);
    for (const line of ["FN:Ann Reed", "NOTE:Rows", "TEL;TYPE=CELL:+49 1", "PHOTO;", "UID:ann"]) {
      expect(await cardOf("ann")).toContain(line);
    }
    await radicale.writeCard("friends", "ann.vcf", bookCard("ann", "Ann Oak", ["ORG:Harbour"]));
    await sync(id);
    expect((await contacts()).find(({ name }) => name === "Ann Oak")).toMatchObject({
      organization: "Harbour",
      notes: "",
    });

    const zoe = (await contacts()).find(({ name }) => name === "Zoë");
    if (!zoe) throw new Error("Zoë is gone.");
    await ben.client.call("DELETE /contacts/{id}", { id: zoe.id });
    await sync(id);
    expect([...(await radicale.cards("friends")).keys()]).toEqual(["ann.vcf"]);
    await radicale.writeCard("friends", "ann.vcf", null);
    await sync(id);
    expect(await names()).toEqual([]);
    expect(await sync(id)).toMatchObject({ answer: "Already in sync." });
  });

  if (!usualEngines.includes(engine)) return;

  it("is discovered from the address, chosen, stored with an encrypted password, and private to its user", async () => {
    const { ben, login, connected, sync } = owner;
    const first = await ben.client.call("POST /contact-books", login());
    expect(first.integration).toBeNull();
    expect(first.books.map(({ name }) => name).toSorted()).toEqual(["Club", "Friends"]);
    const wrong = { ...login(), password: "wrong" };
    expect(await ben.client.refusal("POST /contact-books", wrong)).toMatchObject({
      code: "contact_book.refused",
    });
    for (const address of [
      "http://127.0.0.1:9/",
      "https://10.0.0.1/",
      "inside.example",
      "no such",
    ]) {
      const asked = { ...login(), address };
      expect(await ben.client.refusal("POST /contact-books", asked)).toMatchObject({
        code: "contact_book.unreachable",
      });
    }
    const id = await connected();
    expect(await connected()).toBe(id);
    await write("ann", "Ann");
    const answer = await sync(id);
    expect(answer).toMatchObject({ isDone: true, answer: "Synced: 1 received, 0 sent." });
    const listed = await ben.client.call("GET /integrations", { kind: "contacts" });
    expect(listed.integrations).toMatchObject([{ name: "Friends", state: "active" }]);
    expect(JSON.stringify([answer, listed])).not.toContain(radicale.password);
    const stored = await sql<{
      all: string;
    }>`select secret || config_json as "all" from integrations`.execute(
      stage.app.database.reader as never,
    );
    expect(stored.rows.map((row) => row.all).join()).not.toContain(radicale.password);
    const other = await aBookOwner(stage, radicale);
    expect(await other.names()).toEqual([]);
    expect(
      await other.ben.client.refusal("POST /contact-books/{id}/sync", { id, isSure: true }),
    ).toMatchObject({ code: "integration.not_found" });
  });

  it("takes precedence when both sides changed a contact, and loses no data", async () => {
    const { connected, sync, edit, contacts } = owner;
    await write("ann", "Ann");
    const id = await connected();
    await sync(id);
    await edit("Ann", { name: "Annie", addresses: ["ann@example.net", "new@example.net"] });
    await write("ann", "Anna", ["ORG:Harbour"]);
    await sync(id);
    const both = {
      name: "Anna",
      organization: "Harbour",
      notes: "Annie",
      addresses: ["ann@example.net", "new@example.net"],
    };
    expect(await contacts()).toMatchObject([both]);
    expect(await cardOf("ann")).toMatch(/FN:Anna[^]*NOTE:Annie/);
    // Another client writes between the read and the write.
    await edit("Anna", { notes: "Ours" });
    stage.faults.before = { method: "PUT", run: () => write("ann", "Anna", ["ORG:Mill"]) };
    await sync(id);
    expect(await contacts()).toMatchObject([{ organization: "Mill", notes: "Ours" }]);
    expect(await cardOf("ann")).toMatch(/NOTE:Ours[^]*ORG:Mill/);
  });

  it("keeps a contact that one side changed and the other deleted", async () => {
    const { connected, sync, edit, names, contacts, ben } = owner;
    await write("ann", "Ann");
    await write("bo", "Bo");
    await write("cy", "Cy");
    const id = await connected();
    await sync(id);
    await edit("Ann", { notes: "Mine" });
    await radicale.writeCard("friends", "ann.vcf", null);
    const bo = (await contacts()).find(({ name }) => name === "Bo");
    if (bo) await ben.client.call("DELETE /contacts/{id}", { id: bo.id });
    await write("bo", "Bob");
    await sync(id);
    expect(await names()).toEqual(["Ann", "Bob", "Cy"]);
    const cards = [...(await radicale.cards("friends")).values()].join("");
    for (const name of ["FN:Ann", "FN:Bob", "FN:Cy", "NOTE:Mine"]) expect(cards).toContain(name);
  });

  it("creates no duplicate contact after a lost response, and matches contacts that both sides had", async () => {
    const { connected, sync, save, edit, names } = owner;
    await save("zoe", { name: "Zoë", addresses: ["zoe@example.net"] });
    await save("ann", { name: "Ann", addresses: ["ann@example.net"] });
    await write("ann", "Ann");
    const id = await connected();
    stage.faults.losesAnswersTo = "PUT";
    expect(await sync(id)).toMatchObject({
      isDone: false,
      answer: "The address book's server could not be reached.",
      integration: { state: "failed" },
    });
    stage.faults.losesAnswersTo = "";
    await edit("Zoë", { name: "Zoe" });
    expect(await sync(id)).toMatchObject({ isDone: true, integration: { state: "active" } });
    await sync(id);
    expect(await names()).toEqual(["Ann", "Zoe"]);
    expect(await radicale.cards("friends")).toHaveLength(2);
  });

  it("that lost most of its contacts deletes none here until the user confirms", async () => {
    const { connected, sync, names, ben } = owner;
    const uids = Array.from({ length: 12 }, (_, at) => `friend${at}`);
    for (const uid of uids) await write(uid, `Friend ${uid}`);
    const id = await connected();
    await sync(id);
    expect(await names()).toHaveLength(12);
    for (const uid of uids.slice(5)) await radicale.writeCard("friends", `${uid}.vcf`, null);
    const asked = await sync(id);
    expect(asked).toMatchObject({ isDone: false, asks: true, integration: { state: "failed" } });
    expect(asked.answer).toContain("The address book's server now has only 5 of your 12 contacts");
    expect(await names()).toHaveLength(12);
    const tested = await ben.client.call("POST /integrations/{id}/test", { id });
    expect(tested.isDelivered).toBe(false);
    expect(await names()).toHaveLength(12);
    expect(await sync(id, true)).toMatchObject({ isDone: true, integration: { state: "active" } });
    expect(await names()).toHaveLength(5);
  });

  it("loses nothing when it is down, limits requests or rejects the password", async () => {
    const { connected, sync, save, names, ben } = owner;
    await write("ann", "Ann");
    const id = await connected();
    await sync(id);
    await save("zoe", { name: "Zoë" });
    const busy = { method: "PUT", status: 429, headers: { "retry-after": "600" } };
    stage.faults.answersWith = busy;
    expect(await sync(id)).toMatchObject({ isDone: false, answer: expect.stringContaining("429") });
    stage.faults.answersWith = null;
    // No request is sent before the retry time.
    expect(await sync(id)).toMatchObject({ isDone: false });
    const adapters = integrationAdapters(integrationContext(stage.app, egressToLoopback()), {
      telegram: null,
      slack: null,
      saving: nowhereToSave,
    });
    const core = integrationContext(stage.app, egressToLoopback());
    const due = () => syncDue(core, adapters, { userId: ben.user.id, integrationId: id });
    await expect(due()).rejects.toMatchObject({ waitMs: 600_000 });
    stage.app.clock.time += 601_000;
    // The job runs again as long as the address book is linked.
    await expect(due()).rejects.toBeInstanceOf(RetryAfter);
    expect(await names()).toEqual(["Ann", "Zoë"]);
    expect(await radicale.cards("friends")).toHaveLength(2);
    await radicale.changePassword("another");
    await expect(due()).resolves.toBeUndefined();
    const { integrations } = await ben.client.call("GET /integrations", {});
    expect(integrations).toMatchObject([
      {
        state: "revoked",
        reason: "The address book's server no longer accepts the password.",
      },
    ]);
    expect(await connected()).toBe(id);
    await radicale.stop();
    expect(await sync(id)).toMatchObject({ isDone: false, integration: { state: "failed" } });
    await ben.client.call("PATCH /integrations/{id}", { id, state: "paused" });
    expect(
      await ben.client.refusal("POST /contact-books/{id}/sync", { id, isSure: false }),
    ).toMatchObject({ code: "integration.not_active" });
    await ben.client.call("DELETE /integrations/{id}", { id });
    expect(await names()).toEqual(["Ann", "Zoë"]);
  });
});
