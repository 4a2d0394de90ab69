import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { readBlocks } from "#/testing/fakes/notion/blocks.ts";
import {
  drawingsDue,
  type Saver,
  type SaveTrial,
  startSaveTrial,
} from "#/testing/apps/save-trial.ts";

const columns = { Name: "title", Created: "date", Due: "date", Link: "url" } as const;
const isCreate = ({ method, path }: { method: string; path: string }) =>
  method === "POST" && path === "/v1/pages";

describe.each(bothEngines)("saving to Notion, on %s", (engine) => {
  let stage: SaveTrial;
  let ada: Saver;
  beforeAll(async () => {
    stage = await startSaveTrial(engine);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    stage.notion.heal();
    stage.notion.restore();
    ada = await stage.someone();
  });

  const pagesIn = (id: string) => stage.notion.pages.filter(({ parent }) => parent.id === id);
  const created = () => stage.notion.calls.filter(isCreate).length;

  it("creates one page, however often it is requested and after any lost response", async () => {
    const { notion } = stage;
    const places = [
      notion.addDatabase("With an address", columns).id,
      notion.addDatabase("Without one", { Name: "title" }).id,
      notion.addPage("A page").id,
    ];
    for (const placeId of places) {
      const id = await ada.connectNotion(placeId);
      const emailId = await ada.came();
      notion.fail(isCreate, { kind: "lost-answer" });
      expect(await ada.saved(id, emailId)).toMatchObject({ state: "waiting" });
      stage.app.clock.time += 3600_000;
      await ada.work(id);
      const [page, ...more] = pagesIn(placeId);
      expect(more).toEqual([]);
      const there = { state: "saved", answer: "Already saved.", link: page?.url };
      expect(await ada.stateOf(id, emailId)).toEqual(there);
      expect(await ada.saved(id, emailId, { title: "Pressed again" })).toEqual(there);
      expect(pagesIn(placeId)).toHaveLength(1);
      // A user who deletes the page and saves again wants a new one.
      if (page) page.inTrash = true;
      expect(await ada.saved(id, emailId)).toMatchObject({ state: "saved", answer: "Saved." });
    }
  });

  if (!usualEngines.includes(engine)) return;

  it("checks the token when it is entered, and finds the destination by search", async () => {
    const { notion } = stage;
    const tasks = notion.addDatabase("Tasks of the boat", columns);
    notion.addPage("Diary of the boat");
    const { token } = notion;
    const found = await ada.client.call("POST /notion", { token, query: "of the boat" });
    expect(found).toEqual({
      integration: null,
      places: [
        { id: tasks.id, name: "Tasks of the boat", detail: "Database" },
        { id: expect.any(String), name: "Diary of the boat", detail: "Page" },
      ],
    });
    const id = await ada.connectNotion(tasks.id);
    expect(await ada.connectNotion(tasks.id)).toBe(id);
    expect(await ada.place(id)).toMatchObject({
      kind: "notion",
      name: "Tasks of the boat",
      state: "active",
      target: "Database · Harbour",
    });
    expect(await ada.client.call("POST /integrations/{id}/test", { id })).toMatchObject({
      isDelivered: true,
      answer: "Emails can be saved to Tasks of the boat.",
    });
    const wrong = { token: "ntn_wrong" };
    expect(await ada.client.refusal("POST /notion", wrong)).toMatchObject({
      code: "notion.refused",
    });
    const nowhere = { token, query: "no such thing" };
    expect(await ada.client.refusal("POST /notion", nowhere)).toMatchObject({
      code: "notion.none",
    });
    const gone = { token, placeId: "00000000-0000-4000-8000-000000000000" };
    expect(await ada.client.refusal("POST /notion", gone)).toMatchObject({
      code: "integration.place_gone",
    });
  });

  it("suggests a task and due date from the email, and saves the user's version", async () => {
    const tasks = stage.notion.addDatabase("Tasks", columns);
    const id = await ada.connectNotion(tasks.id);
    const emailId = await ada.came({ subject: "Re: The drawings" });
    const proposed = await ada.client.call("GET /email/{emailId}/save", { emailId });
    expect(proposed).toMatchObject({
      title: "The drawings",
      due: drawingsDue(stage.app.clock),
      checklist: [expect.stringContaining("send the drawings")],
      targets: [{ id, kind: "notion", name: "Tasks", saved: null }],
    });
    const state = await ada.saved(id, emailId, {
      title: "Drawings of the keel",
      due: "2026-11-26",
      checklist: ["Draw", "Send"],
    });
    const [page] = pagesIn(tasks.id);
    expect(state).toEqual({ state: "saved", answer: "Saved.", link: page?.url });
    const back = `https://inlet.example/app?email=${emailId}`;
    expect(page?.title).toBe("Drawings of the keel");
    expect(page?.properties).toMatchObject({
      Due: { date: { start: "2026-11-26" } },
      Link: { url: back },
    });
    expect(page?.properties).not.toHaveProperty("Created");
    const { lines, links } = readBlocks(page?.children ?? []);
    expect(lines).toContain("[ ] Draw");
    expect(lines.find((line) => line.startsWith("> "))).toContain("Please send the drawings");
    expect(links).toEqual([back]);
  });

  it("honors Notion's retry delay, and reports why it can no longer write", async () => {
    const { notion } = stage;
    const tasks = notion.addDatabase("Tasks", columns);
    const id = await ada.connectNotion(tasks.id);
    const emailId = await ada.came();
    const headers = { "retry-after": "30" };
    const body = JSON.stringify({ object: "error", status: 429, code: "rate_limited" });
    notion.fail(() => true, { kind: "status", status: 429, headers, body });
    expect(await ada.saved(id, emailId)).toMatchObject({
      state: "waiting",
      answer: "Rate limited by Notion.",
    });
    const before = notion.calls.length;
    expect(await ada.work(id)).toBeGreaterThan(25_000);
    expect(notion.calls).toHaveLength(before);
    stage.app.clock.time += 31_000;
    await ada.work(id);
    expect(await ada.stateOf(id, emailId)).toMatchObject({ state: "saved" });

    tasks.inTrash = true;
    const other = await ada.came();
    expect(await ada.saved(id, other)).toEqual({
      state: "failed",
      link: "",
      answer: "The destination in Notion no longer exists or is read-only.",
    });
    tasks.inTrash = false;
    notion.revoke();
    expect(await ada.saved(id, other)).toMatchObject({ state: "failed" });
    expect(await ada.place(id)).toMatchObject({
      state: "revoked",
      reason: "Notion no longer accepts the token. Please reconnect.",
    });
    const request = { emailId: other, integrationId: id, title: "x", due: null, checklist: [] };
    expect(await ada.client.refusal("POST /email/{emailId}/save", request)).toMatchObject({
      code: "integration.not_active",
    });
    const { targets } = await ada.client.call("GET /email/{emailId}/save", { emailId: other });
    expect(targets).toEqual([]);
    notion.restore();
    expect(await ada.connectNotion(tasks.id)).toBe(id);
    expect(await ada.saved(id, other)).toMatchObject({ state: "saved" });
  });

  it("treats a sender's text as plain text of any length, and links only back to the email", async () => {
    const page = stage.notion.addPage("Notes");
    const id = await ada.connectNotion(page.id);
    const subject = `[click](https://evil.example) @everyone # **now** ${"😀".repeat(2000)}`;
    const text = `https://evil.example <b>@ada</b> [x](javascript:alert(1)) ${"long ".repeat(2000)}`;
    const emailId = await ada.came({ subject, text });
    const { title } = await ada.client.call("GET /email/{emailId}/save", { emailId });
    const items = Array.from({ length: 20 }, (_, at) => `${at} ${"é".repeat(297)}`);
    const due = "2026-11-30";
    expect(await ada.saved(id, emailId, { title, due, checklist: items })).toMatchObject({
      state: "saved",
    });
    const [made] = pagesIn(page.id);
    const { lines, links } = readBlocks(made?.children ?? []);
    expect(links).toEqual([`https://inlet.example/app?email=${emailId}`]);
    expect(lines).toContain("Due 2026-11-30");
    expect(made?.title.isWellFormed()).toBe(true);
  });

  it("stores the token encrypted, and keeps other users' mail and destinations out of reach", async () => {
    const tasks = stage.notion.addDatabase("Tasks", columns);
    const id = await ada.connectNotion(tasks.id);
    const emailId = await ada.came();
    await ada.saved(id, emailId);
    const rows = await sql<{ all: string }>`
      select secret || config_json || name || reason as "all" from integrations`.execute(
      stage.app.database.reader as never,
    );
    expect(JSON.stringify(rows.rows)).not.toContain(stage.notion.token);
    expect(JSON.stringify(await ada.client.call("GET /integrations", {}))).not.toContain(
      stage.notion.token,
    );
    expect(stage.notion.calls.every(({ path }) => !path.includes(stage.notion.token))).toBe(true);
    const eve = await stage.someone();
    const before = created();
    const request = { title: "x", due: null, checklist: [] };
    const hers = await eve.came();
    expect(
      await eve.client.refusal("POST /email/{emailId}/save", {
        ...request,
        emailId: hers,
        integrationId: id,
      }),
    ).toMatchObject({ code: "integration.not_found" });
    expect(
      await eve.client.refusal("POST /email/{emailId}/save", {
        ...request,
        emailId,
        integrationId: await eve.connectNotion(tasks.id),
      }),
    ).toMatchObject({ code: "message.not_found" });
    expect(created()).toBe(before);
  });
});
