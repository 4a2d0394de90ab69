import { aiLimits } from "@inlet/contract/ai/ai-limits.ts";
import { JournalId, MessageId, RuleId, UndoId, UserId } from "@inlet/contract/ids.ts";
import type { Rule } from "@inlet/contract/ai/rules.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomId } from "#/base/random-id.ts";
import { usualEngines } from "#/testing/database/database.ts";
import { startMailApp } from "#/testing/apps/mail-app.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";

type NewRule = Omit<Rule, "createdAt">;

describe.each(usualEngines)("rules over HTTP, on %s", (engine) => {
  let app: RealApp;
  let people = 0;

  beforeAll(async () => {
    app = await startMailApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const someone = () => signUpUser(app.origin, `Ruler${people++}`);
  const aRule = (given: Partial<NewRule> = {}): NewRule => ({
    id: RuleId.parse(randomId()),
    text: "Read sales",
    query: "sale",
    actions: { seen: true },
    isOn: true,
    ...given,
  });
  const save = async ({ client }: SignedUpUser, rule = aRule()) => {
    app.clock.time += 1;
    return (await client.call("PUT /rules/{id}", rule)).rule;
  };
  const list = async ({ client }: SignedUpUser) => (await client.call("GET /rules", {})).rules;
  const owner = ({ user }: SignedUpUser) => ({ user_id: UserId.parse(user.id) });

  it("are listed in the order of their creation, and a changed rule keeps its position", async () => {
    const person = await someone();
    const [first, second] = [await save(person), await save(person, aRule({ text: "Second" }))];
    expect(first).toMatchObject({ text: "Read sales", query: "sale", actions: { seen: true } });
    const { createdAt, ...asked } = first;
    const changed = {
      ...asked,
      text: "Star sales",
      actions: { starred: true as const },
      isOn: false,
    };
    expect(await save(person, changed)).toEqual({ ...changed, createdAt });
    expect(await list(person)).toEqual([{ ...changed, createdAt }, second]);
  });

  it("belong to the user who made them, also under the same id", async () => {
    const [person, stranger] = [await someone(), await someone()];
    const rule = await save(person);
    await stranger.client.call("DELETE /rules/{id}", { id: rule.id });
    await save(stranger, aRule({ id: rule.id, text: "Another rule" }));
    expect(await list(person)).toEqual([rule]);
    await person.client.call("DELETE /rules/{id}", { id: rule.id });
    expect(await list(person)).toEqual([]);
    expect(await list(stranger)).toMatchObject([{ id: rule.id, text: "Another rule" }]);
  });

  it(`are at most ${aiLimits.rulesPerUser} per user, who can still change and remove them`, async () => {
    const [person, other] = [await someone(), await someone()];
    const rows = Array.from({ length: aiLimits.rulesPerUser - 1 }, () => {
      const { id, text, query, actions } = aRule();
      const kept = { id, text, query, actions_json: JSON.stringify(actions), is_on: 1 as const };
      return { ...owner(person), ...kept, created_at: app.clock.time };
    });
    await app.database.kysely.insertInto("rules").values(rows).execute();
    const last = await save(person);
    const tooMany = aRule();
    expect(await person.client.refusal("PUT /rules/{id}", tooMany)).toMatchObject({
      status: 409,
      code: "rule.too_many",
    });
    expect((await list(person)).map(({ id }) => id)).not.toContain(tooMany.id);
    const { createdAt: _at, ...same } = last;
    expect(await save(person, { ...same, text: "Changed" })).toMatchObject({ text: "Changed" });
    await save(other);
    await person.client.call("DELETE /rules/{id}", { id: last.id });
    expect(await save(person, tooMany)).toMatchObject({ id: tooMany.id });
  });

  it("are refused if they do nothing, match everything, or name something that does not exist", async () => {
    const person = await someone();
    const refusal = async (query: string, actions: NewRule["actions"]) => {
      const { code } = await person.client.refusal("PUT /rules/{id}", aRule({ query, actions }));
      return code;
    };
    expect(await refusal("sale", {})).toBe("rule.does_nothing");
    expect(await refusal("s", { seen: true })).toBe("search.too_short");
    expect(await refusal("fron:bob", { seen: true })).toBe("search.unknown_operator");
    expect(await refusal("in:nowhere", { seen: true })).toBe("search.unknown_value");
    expect(await refusal('subject:"🎁🎁🎁"', { move: "trash" })).toBe("search.unknown_value");
    expect(await refusal("sale", { move: "trash", folder: "Bills" })).toBe("input.invalid");
    for (const wide of ["in:inbox", "after:2020", '"!!!" sale', "in:anywhere is:snoozed"]) {
      expect(await refusal(wide, { move: "trash" }), wide).toBe("rule.too_wide");
    }
    expect(await list(person)).toEqual([]);
  });

  it("are read from a sentence, and the response includes the words that were not understood", async () => {
    const { client } = await someone();
    const read = (text: string) => client.call("POST /rules/read", { text });
    expect(await read("Archive mail from shop.example")).toEqual({
      query: 'from:"shop.example"',
      actions: { move: "archive" },
      unread: [],
      model: "",
    });
    const { unread } = await read("Translate mail from shop.example");
    expect(unread).toEqual(["Translate"]);
  });

  it("have a journal for each user, read page by page", async () => {
    const [person, stranger] = [await someone(), await someone()];
    const ids = Array.from({ length: 31 }, (_, at) =>
      JournalId.parse(randomId(app.clock.time + at)),
    );
    const entry = {
      rule_id: RuleId.parse(randomId()),
      text: "Read sales",
      actions_json: JSON.stringify({ seen: true }),
      problem: "",
      undo_id: UndoId.parse(randomId()),
      is_undone: 0 as const,
      created_at: app.clock.time,
    };
    const rows = ids.map((id) => ({ ...owner(person), ...entry, id, message_id: aMessageId() }));
    await app.database.kysely.insertInto("journal").values(rows).execute();
    const page = (before?: JournalId) => person.client.call("GET /rules/journal", { before });
    const [newest, oldest] = [await page(), await page(ids[1])];
    expect(newest.entries.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    expect([newest.hasMore, oldest.hasMore]).toEqual([true, false]);
    // A change of a deleted message cannot be undone.
    expect(oldest.entries).toMatchObject([{ id: ids[0], subject: null, state: "too-late" }]);
    expect((await stranger.client.call("GET /rules/journal", {})).entries).toEqual([]);
    const [id = JournalId.parse(randomId())] = ids;
    expect(await stranger.client.refusal("POST /rules/journal/{id}/undo", { id })).toMatchObject({
      code: "journal.not_found",
    });
  });
});

const aMessageId = () => MessageId.parse(randomId());
