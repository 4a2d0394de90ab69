import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { type Saver, type SaveTrial, startSaveTrial } from "#/testing/apps/save-trial.ts";
import type { TrelloTestCard } from "#/testing/fakes/trello/trello-server.ts";
import type { WireCall } from "#/testing/faults/wire-faults.ts";

const posts = (path: RegExp) => (call: WireCall) => call.method === "POST" && path.test(call.path);
const addsCard = posts(/^\/1\/cards$/);
const addsItem = posts(/checkItems$/);

describe.each(bothEngines)("saving to Trello, on %s", (engine) => {
  let stage: SaveTrial;
  let ada: Saver;
  beforeAll(async () => {
    stage = await startSaveTrial(engine);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    stage.trello.heal();
    stage.trello.restore();
    ada = await stage.someone();
  });

  /** Creates a board with two lists; the first is connected. */
  async function aBoard(name = "Boat") {
    const board = stage.trello.addBoard(name, ["To do", "Done"]);
    const [todo, done] = board.lists;
    if (!todo || !done) throw new Error("There are no lists.");
    return { board, todo, done, id: await ada.connectTrello(todo.id) };
  }
  const cardsIn = (listId: string): TrelloTestCard[] =>
    stage.trello.cards.filter(({ idList }) => idList === listId);

  it("creates a card with due date, checklist and a link back, and finds it wherever it is moved", async () => {
    const { todo, done, id } = await aBoard();
    const emailId = await ada.came();
    const task = { title: "Drawings", due: "2026-11-26", checklist: ["Draw", "Send"] };
    const state = await ada.saved(id, emailId, task);
    const [card] = cardsIn(todo.id);
    expect(state).toEqual({ state: "saved", answer: "Saved.", link: card?.shortUrl });
    expect(card).toMatchObject({ name: "Drawings", due: "2026-11-26T10:00:00.000Z" });
    expect(card?.desc).toContain(`[Open in Inlet](https://inlet.example/app?email=${emailId})`);
    expect(card?.checklists.map((one) => one.checkItems.map(({ name }) => name))).toEqual([
      ["Draw", "Send"],
    ]);
    if (!card) return;
    card.idList = done.id;
    expect(await ada.saved(id, emailId, task)).toMatchObject({ answer: "Already saved." });
    expect(card.checklists).toHaveLength(1);
    expect(cardsIn(todo.id)).toEqual([]);
    card.closed = true;
    expect(await ada.saved(id, emailId, task)).toMatchObject({ answer: "Saved." });
    expect(cardsIn(todo.id)).toHaveLength(1);
  });

  if (!usualEngines.includes(engine)) return;

  it("checks the key and token when they are entered, and requires a list of an open board", async () => {
    const { key, token } = stage.trello;
    const { board, todo, id } = await aBoard("Harbour");
    const { integration, places } = await ada.client.call("POST /trello", { key, token });
    expect(integration).toBeNull();
    expect(places).toContainEqual({ id: todo.id, name: "To do", detail: board.name });
    expect(await ada.place(id)).toMatchObject({
      kind: "trello",
      name: "To do",
      target: "Harbour",
      state: "active",
    });
    expect(await ada.client.call("POST /integrations/{id}/test", { id })).toMatchObject({
      isDelivered: true,
      answer: "Emails can be saved to To do on Harbour.",
    });
    for (const wrong of [
      { key: "wrong", token },
      { key, token: 'x", oauth_token="y\r\n' },
    ]) {
      const refusal = await ada.client.refusal("POST /trello", { ...wrong, placeId: todo.id });
      expect(["trello.refused", "input.invalid"]).toContain(refusal.code);
    }
    const gone = { key, token, placeId: "0123456789abcdef01234567" };
    expect(await ada.client.refusal("POST /trello", gone)).toMatchObject({
      code: "integration.place_gone",
    });
  });

  it("creates one card with one checklist after any lost response", async () => {
    const { trello, app } = stage;
    for (const lost of [addsCard, posts(/checklists$/), addsItem]) {
      const { todo, id } = await aBoard();
      const emailId = await ada.came();
      trello.fail(lost, { kind: "lost-answer" });
      const task = { checklist: ["One", "Two", "Three"] };
      expect(await ada.saved(id, emailId, task)).toMatchObject({ state: "waiting" });
      app.clock.time += 3600_000;
      await ada.work(id);
      expect(await ada.stateOf(id, emailId)).toMatchObject({ state: "saved" });
      const [card, ...more] = cardsIn(todo.id);
      expect(more).toEqual([]);
      expect(card?.checklists.map((one) => one.checkItems.map(({ name }) => name))).toEqual([
        ["One", "Two", "Three"],
      ]);
    }
  });

  it("finds the card after a lost response on a board with more cards than one response holds", async () => {
    const { trello, app } = stage;
    const { todo, done, id } = await aBoard();
    const emailId = await ada.came();
    trello.fail(addsCard, { kind: "lost-answer" });
    expect(await ada.saved(id, emailId)).toMatchObject({ state: "waiting" });
    trello.fill(done.id, 620);
    app.clock.time += 3600_000;
    await ada.work(id);
    expect(await ada.stateOf(id, emailId)).toMatchObject({ state: "saved" });
    expect(cardsIn(todo.id)).toHaveLength(1);
  });

  it("reports a card whose checklist is refused, and does not change a checklist that the user edited", async () => {
    const { trello } = stage;
    const { todo, id } = await aBoard();
    const [first, second] = [await ada.came(), await ada.came()];
    trello.fail(addsItem, { kind: "status", status: 400, headers: {}, body: "invalid value" });
    expect(await ada.saved(id, first, { checklist: ["One"] })).toMatchObject({
      state: "saved",
      answer: "Saved, without its checklist.",
    });
    await ada.saved(id, second, { title: "Ropes", checklist: ["One", "Two"] });
    const card = cardsIn(todo.id).find(({ name }) => name === "Ropes");
    card?.checklists[0]?.checkItems.splice(0, 1);
    expect(
      await ada.saved(id, second, { title: "Ropes", checklist: ["One", "Two"] }),
    ).toMatchObject({ answer: "Already saved." });
    expect(card?.checklists[0]?.checkItems.map(({ name }) => name)).toEqual(["Two"]);
  });

  it("treats an inaccessible card as deleted, and the token as still valid", async () => {
    const { trello } = stage;
    const { todo, id } = await aBoard();
    const emailId = await ada.came();
    await ada.saved(id, emailId);
    const body = "unauthorized card permission requested";
    trello.fail((call) => /^\/1\/cards\/\w+$/.test(new URL(call.path, trello.url).pathname), {
      kind: "status",
      status: 401,
      headers: {},
      body,
    });
    expect(await ada.saved(id, emailId)).toMatchObject({ state: "saved" });
    expect(await ada.place(id)).toMatchObject({ state: "active" });
    expect(cardsIn(todo.id)).toHaveLength(1);
  });

  it("honors Trello's retry delay, and reports a deleted list or revoked token", async () => {
    const { trello, app } = stage;
    const { board, todo, id } = await aBoard();
    const emailId = await ada.came();
    const headers = { "retry-after": "10" };
    const body = JSON.stringify({ error: "API_TOKEN_LIMIT_EXCEEDED" });
    trello.fail(addsCard, { kind: "status", status: 429, headers, body });
    expect(await ada.saved(id, emailId)).toMatchObject({
      state: "waiting",
      answer: "Rate limited by Trello.",
    });
    app.clock.time += 11_000;
    await ada.work(id);
    expect(cardsIn(todo.id)).toHaveLength(1);
    todo.closed = true;
    const other = await ada.came();
    const gone = "The destination in Trello no longer exists or is read-only.";
    expect(await ada.saved(id, other)).toMatchObject({ state: "failed", answer: gone });
    trello.removeBoard(board.id);
    expect(await ada.saved(id, other)).toMatchObject({ state: "failed", answer: gone });
    expect(await ada.place(id)).toMatchObject({ state: "failed", reason: gone });
    trello.revoke();
    await ada.saved(id, other);
    expect(await ada.place(id)).toMatchObject({
      state: "revoked",
      reason: "Trello no longer accepts the token. Please reconnect.",
    });
  });

  it("escapes formatting, links and mentions from the sender in Trello's Markdown", async () => {
    const { todo, id } = await aBoard();
    const evil =
      "[click](https://evil.example) @board **now** <https://a.example> www.evil.example";
    const emailId = await ada.came({ subject: evil, text: `${evil}\n# Head\n1. one\n- two\n> x` });
    const { title } = await ada.client.call("GET /email/{emailId}/save", { emailId });
    await ada.saved(id, emailId, { title, checklist: [evil] });
    const [card] = cardsIn(todo.id);
    const back = `[Open in Inlet](https://inlet.example/app?email=${emailId})`;
    const parts = [
      card?.name ?? "",
      card?.desc.replace(back, "") ?? "",
      ...(card?.checklists.flatMap((one) => one.checkItems.map(({ name }) => name)) ?? []),
    ];
    expect(parts).toHaveLength(3);
    for (const part of parts) {
      expect(part).not.toMatch(/https?:\/\/\S|www\.\w|@\w|\w\.example/);
    }
    for (const part of parts.slice(1)) {
      // Each Markdown character is escaped, except the quotation marks that Inlet adds around the text.
      expect(part.replaceAll(/^> /gm, "")).not.toMatch(/(?<!\\)[[\]()*_`#<>!]/);
    }
    expect(card?.desc).toContain(back);
  });

  it("stores key and token encrypted, and out of every URL", async () => {
    const { trello } = stage;
    const { id } = await aBoard();
    await ada.saved(id, await ada.came());
    const rows = await sql<{ all: string }>`
      select secret || config_json || name || reason as "all" from integrations`.execute(
      stage.app.database.reader as never,
    );
    for (const secret of [trello.key, trello.token]) {
      expect(JSON.stringify(rows.rows)).not.toContain(secret);
      expect(JSON.stringify(await ada.client.call("GET /integrations", {}))).not.toContain(secret);
      expect(trello.calls.every(({ path, body }) => !`${path}${body}`.includes(secret))).toBe(true);
    }
  });
});
