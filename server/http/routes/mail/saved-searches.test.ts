import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { searchLimits } from "@inlet/contract/mail/search-limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("saved searches, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-searches-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  it("are stored, renamed and removed, separately for each user", async () => {
    const [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
    const bills = { id: "s1", name: "Bills", query: "subject:invoice is:unread" };
    expect(await anna.client.call("PUT /searches/{id}", bills)).toEqual({ search: bills });
    // Ids are unique per user: the same id of another user is another search.
    await ben.client.call("PUT /searches/{id}", { ...bills, query: "has:attachment" });
    await anna.client.call("PUT /searches/{id}", { id: "s2", name: "äpfel", query: "apples" });
    await anna.client.call("PUT /searches/{id}", { ...bills, name: "To pay" });
    expect((await anna.client.call("GET /searches", {})).searches).toEqual([
      { id: "s2", name: "äpfel", query: "apples" },
      { ...bills, name: "To pay" },
    ]);
    await ben.client.call("DELETE /searches/{id}", { id: "s2" });
    expect((await anna.client.call("GET /searches", {})).searches).toHaveLength(2);
    await anna.client.call("DELETE /searches/{id}", { id: "s1" });
    expect((await anna.client.call("GET /searches", {})).searches).toHaveLength(1);
    expect((await ben.client.call("GET /searches", {})).searches).toEqual([
      { ...bills, query: "has:attachment" },
    ]);
  });

  it("need a unique name and a valid query", async () => {
    const { client } = await signUpUser(app.origin, "Clara");
    const save = (search: object) =>
      client.call("PUT /searches/{id}", { id: "a", name: "Boats", query: "boat", ...search });
    await save({});
    await expect(save({ name: " " })).rejects.toThrow("saved_search.name_required");
    await expect(save({ id: "b", name: "BOATS" })).rejects.toThrow("saved_search.name_taken");
    await expect(save({ query: " b " })).rejects.toThrow("search.too_short");
    await expect(save({ query: "fron:bob" })).rejects.toThrow("search.unknown_operator");
    await expect(save({ query: "is:happy" })).rejects.toThrow("search.unknown_value");
    expect((await client.call("GET /searches", {})).searches).toEqual([
      { id: "a", name: "Boats", query: "boat" },
    ]);
  });

  it("can be renamed when the label that they name was deleted", async () => {
    const { client } = await signUpUser(app.origin, "Dora");
    await client.call("PUT /email/labels/{name}", { name: "Yard" });
    await client.call("PUT /searches/{id}", { id: "y", name: "Yard", query: "label:yard" });
    await client.call("DELETE /email/labels/{name}", { name: "Yard" });
    const rename = { id: "y", name: "The yard", query: "label:yard" };
    expect(await client.call("PUT /searches/{id}", rename)).toEqual({ search: rename });
    await expect(
      client.call("PUT /searches/{id}", { ...rename, query: "label:yard paint" }),
    ).rejects.toThrow("search.unknown_value");
  });

  it("are limited in number", async () => {
    const { client } = await signUpUser(app.origin, "Emil");
    for (let at = 0; at < searchLimits.saved; at++) {
      await client.call("PUT /searches/{id}", { id: `s${at}`, name: `No. ${at}`, query: "boat" });
    }
    const one = { id: "more", name: "One more", query: "boat" };
    await expect(client.call("PUT /searches/{id}", one)).rejects.toThrow("saved_search.too_many");
    // An existing search can still be changed.
    await client.call("PUT /searches/{id}", { ...one, id: "s5" });
    expect((await client.call("GET /searches", {})).searches).toHaveLength(searchLimits.saved);
  });

  it("changes reach every tab", async () => {
    const { client, token } = await signUpUser(app.origin, "Flora");
    const changeEvent = { kind: "settings.changed", ids: ["searches"] };
    const events = await readEvents(app.origin, token);
    await events.next();
    await client.call("PUT /searches/{id}", { id: "s", name: "Boats", query: "boat" });
    expect((await events.next())?.data).toEqual(changeEvent);
    await client.call("DELETE /searches/{id}", { id: "s" });
    expect((await events.next())?.data).toEqual(changeEvent);
    events.close();
  });
});
