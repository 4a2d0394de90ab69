import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("templates, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-templates-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  it("are stored, changed and removed, separately for each user", async () => {
    const [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
    const directions = { id: "t1", name: "Way to the pier", subject: "", body: "Hi {first name}" };
    await anna.client.call("PUT /ai/templates/{id}", directions);
    // Ids are unique per user: the same id of another user is another template.
    await ben.client.call("PUT /ai/templates/{id}", { ...directions, body: "Ben's" });
    await anna.client.call("PUT /ai/templates/{id}", { ...directions, id: "t2", name: "Berth" });
    const changed = { ...directions, body: "Dear {name}" };
    expect(await anna.client.call("PUT /ai/templates/{id}", changed)).toEqual({
      template: changed,
    });
    const { templates } = await anna.client.call("GET /ai/templates", {});
    expect(templates.map(({ name, body }) => [name, body])).toEqual([
      ["Berth", "Hi {first name}"],
      ["Way to the pier", "Dear {name}"],
    ]);
    await ben.client.call("DELETE /ai/templates/{id}", { id: "t2" });
    expect((await anna.client.call("GET /ai/templates", {})).templates).toHaveLength(2);
    await anna.client.call("DELETE /ai/templates/{id}", { id: "t1" });
    expect((await anna.client.call("GET /ai/templates", {})).templates).toHaveLength(1);
  });

  it("need a text and a unique name", async () => {
    const { client } = await signUpUser(app.origin, "Clara");
    const save = (template: object) =>
      client.call("PUT /ai/templates/{id}", { id: "a", name: "Berth", body: "Hello", ...template });
    await save({});
    await expect(save({ name: " " })).rejects.toThrow("template.fields_required");
    await expect(save({ body: "\n" })).rejects.toThrow("template.fields_required");
    await expect(save({ id: "b", name: "BERTH" })).rejects.toThrow("template.name_taken");
  });

  it("are suggested for a purpose: the user's matching templates first, then three built-in ones", async () => {
    const { client } = await signUpUser(app.origin, "Dora");
    await client.call("PUT /ai/templates/{id}", {
      id: "m",
      name: "Meet at the yard",
      subject: "Yard",
      body: "Hi {first name}, meeting at {date}? {my name}",
    });
    await client.call("PUT /ai/templates/{id}", { id: "p", name: "Paint", body: "About paint." });
    const { templates, details } = await client.call("POST /ai/suggest-templates", {
      purpose: "Meeting next week",
      recipient: '"Tom Reed" <tom@example.org>',
      context: "",
    });
    expect(templates).toEqual(details.map(({ body }) => body));
    expect(details).toHaveLength(4);
    expect(details[0]).toEqual({
      id: "m",
      name: "Meet at the yard",
      subject: "Yard",
      purpose: "Meeting next week",
      body: "Hi Tom, meeting at {date}? Dora",
    });
    expect(details[1]).toMatchObject({
      id: null,
      name: "Ask for a meeting",
      subject: "Re: Meeting next week",
    });
    expect(details.map(({ tone }) => tone)).toEqual([
      undefined,
      "professional",
      "casual",
      "formal",
    ]);
    expect(details.slice(1).every(({ body }) => body.includes("Tom"))).toBe(true);
  });

  it("use the context and the recipient, and show as a gap what is missing", async () => {
    const { client } = await signUpUser(app.origin, "Fay");
    const ask = async (purpose: string, recipient: string, context: string) => {
      const asked = { purpose, recipient, context };
      const { details, meta } = await client.call("POST /ai/suggest-templates", asked);
      expect(meta.whyNone).toBeNull();
      return details;
    };
    const [sick] = await ask("call in sick", "Ingrid", "flu, out until Thursday");
    expect(sick?.body).toBe(
      "Hello Ingrid,\n\nI'm ill and can't work at the moment: flu, out until Thursday. I'll tell you how it goes.\n\nBest regards,\nFay",
    );
    const [reminder] = await ask("Zahlungserinnerung", "Atelier Kranz", "");
    expect(reminder?.body).toContain("noch offen: {Nummer, Betrag und Fälligkeit}.");
    const family = await ask("decline an invitation", "Aunt Carla", "Christmas, see you at Easter");
    expect(family.map(({ tone }) => tone)).toEqual(["casual"]);
    expect(family[0]?.body).toMatch(/^Hi Aunt Carla,\n\n.*Christmas.*\n\nSee you at Easter\./);
  });

  it("for an unknown purpose are only the user's own", async () => {
    const { client } = await signUpUser(app.origin, "Emil");
    const ask = (purpose: string) =>
      client.call("POST /ai/suggest-templates", { purpose, recipient: "", context: "" });
    expect(await ask("xyzzy")).toMatchObject({ details: [], meta: { whyNone: "no-match" } });
    await client.call("PUT /ai/templates/{id}", { id: "p", name: "Paint", body: "About paint." });
    expect((await ask("")).templates).toEqual(["About paint."]);
  });
});
