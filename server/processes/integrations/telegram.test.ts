import { describe, expect, it } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import type { ReadBrief } from "#/integrations/core/adapter.ts";
import { briefToIntegration } from "#/jobs/brief-to-integration.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { deliverNow, executeThatBreaks } from "#/testing/apps/deliver-now.ts";
import { everything, telegramChats } from "#/testing/fakes/telegram-chats.ts";

const readBrief: ReadBrief = async (_userId, day) => {
  const at = new Date(0).toISOString();
  const nothing = { lines: [], more: 0 };
  const parts = { answer: nothing, deadlines: nothing, waiting: nothing, rest: [] };
  return { day, since: at, madeAt: at, ...parts };
};
describe.each(bothEngines)("on %s", (engine) => {
  const chats = telegramChats(engine);
  const { done, settings, core, connected, queue, deliverAlert, alerts, plain } = chats;

  it("connects the chat in which its link was opened, once", async () => {
    const own = await connected();
    const { integrations } = await own.client.call("GET /integrations", {});
    expect(integrations).toMatchObject([
      { kind: "telegram", name: "Marta Eklund", state: "active", target: "Marta Eklund" },
    ]);
    chats.telegram.write(`/start ${own.code}`);
    await expect
      .poll(() => chats.telegram.sentMessages.at(-1)?.text)
      .toMatch(/^This link has been used or has expired/);
    const guess = own.client.call("POST /telegram/link", { password: "guess" });
    await expect(guess).rejects.toThrow("password.wrong");
    const { password } = own.person;
    const { url } = await own.client.call("POST /telegram/link", { password });
    chats.app.clock.time += 11 * 60_000;
    chats.telegram.write(`/start ${new URL(url).searchParams.get("start") ?? ""}`);
    await expect
      .poll(() => chats.telegram.sentMessages.filter(({ text }) => /has expired/.test(text)).length)
      .toBe(2);
  });

  it("sends an alert with actions for an email, and applies an action once", async () => {
    const own = await connected();
    expect(await deliverAlert(own, own.id)).toBeNull();
    const alert = chats.telegram.sentMessages.at(-1);
    expect(alert?.buttons).toEqual(["reply", "summary", "archive", "snooze"]);
    chats.telegram.clickButton(alert?.message_id ?? 0, "archive");
    chats.telegram.repeat();
    await expect.poll(() => chats.telegram.shown.at(-1)).toBe("Archived.");
    const [, archived] = done[0] ?? [];
    expect(archived).toMatchObject({ userId: own.userId, emailId: own.ids[0] });
    expect(new Set(done.map(([, action]) => JSON.stringify(action))).size).toBe(1);
    chats.telegram.clickButton(alert?.message_id ?? 0, "snooze");
    await expect.poll(() => chats.telegram.shown.at(-1)).toMatch(/email/i);
  });

  if (!usualEngines.includes(engine)) return;

  it("shows the recipients before it sends a reply to an alert, or to its question", async () => {
    const own = await connected();
    await deliverAlert(own, own.id);
    const alert = chats.telegram.sentMessages.at(-1)?.message_id ?? 0;
    chats.telegram.write("On my way", { repliesTo: alert });
    const question = "Send to marta@harbour.example, list@club.example?";
    await expect.poll(() => plain(chats.telegram.sentMessages.at(-1)?.text)).toBe(question);
    expect(done).toEqual([]);
    chats.telegram.clickButton(chats.telegram.sentMessages.at(-1)?.message_id ?? 0, "send");
    chats.telegram.repeat();
    const sent = "Your reply to marta@harbour.example is being sent.";
    await expect.poll(() => plain(chats.telegram.sentMessages.at(-1)?.text)).toBe(sent);
    expect(chats.telegram.sentMessages.at(-1)?.buttons).toEqual([]);
    const answered = chats.telegram.shown.length;
    chats.telegram.clickButton(alert, "reply");
    await expect.poll(() => chats.telegram.sentMessages.at(-1)?.asksForReply).toBe(true);
    // Telegram shows a spinner on the button until it is answered.
    expect(chats.telegram.shown).toHaveLength(answered + 1);
    expect(plain(chats.telegram.sentMessages.at(-1)?.text)).toContain(
      "marta@harbour.example, list@club.example",
    );
    expect(new Set(done.map(([, action]) => JSON.stringify(action))).size).toBe(1);
    done.splice(1);
    chats.telegram.write("Later then", {
      repliesTo: chats.telegram.sentMessages.at(-1)?.message_id ?? 0,
    });
    await expect.poll(() => chats.telegram.sentMessages.at(-1)?.buttons).toEqual(["send"]);
    chats.telegram.clickButton(chats.telegram.sentMessages.at(-1)?.message_id ?? 0, "send");
    await expect.poll(() => done.length).toBe(2);
    expect(done).toMatchObject([
      ["reply", { emailId: own.ids[0], text: "On my way" }],
      ["reply", { emailId: own.ids[0], text: "Later then" }],
    ]);
    chats.telegram.write("What is this?");
    await expect
      .poll(() => chats.telegram.sentMessages.at(-1)?.text)
      .toMatch(/^Reply to one of my messages/);
    chats.telegram.write("Me too", { repliesTo: alert, chatType: "group" });
    chats.telegram.write("/start nobody_asked_for_this");
    await expect
      .poll(() => chats.telegram.sentMessages.at(-1)?.text)
      .toMatch(/^This link has been used or has expired/);
    expect(done).toHaveLength(2);
  });

  it("sends a summary as a reply to the alert, once per press and without links", async () => {
    const own = await connected();
    await deliverAlert(own, own.id);
    const alert = chats.telegram.sentMessages.at(-1)?.message_id ?? 0;
    chats.telegram.clickButton(alert, "summary");
    chats.telegram.repeat();
    await expect
      .poll(() => plain(chats.telegram.sentMessages.at(-1)?.text))
      .toMatch(/^Ropes are wanted/);
    const summary = chats.telegram.sentMessages.at(-1);
    expect(summary).toMatchObject({ repliesTo: alert });
    expect(summary?.text).not.toContain("evil.example");
    chats.telegram.clickButton(alert, "archive");
    await expect.poll(() => chats.telegram.shown.at(-1)).toBe("Archived.");
    expect(chats.telegram.sentMessages.filter(({ text }) => text.startsWith("Ropes"))).toHaveLength(
      1,
    );
  });

  it("delivers the brief at its hour once, also after a restart, until it is switched off", async () => {
    const own = await connected();
    const { client, userId, id } = own;
    const zone = "Atlantic/Reykjavik";
    const { preferences } = await client.call("GET /user/preferences", {});
    await client.call("PUT /user/preferences", {
      notifications: { ...preferences.notifications, timeZone: zone, summaryHour: 8 },
    });
    const request = (hasBrief: boolean) =>
      client.call("PATCH /integrations/{id}", { id, hasBrief });
    expect((await request(true)).integration).toMatchObject({ hasBrief: true });
    const day = 24 * 3600_000;
    chats.app.clock.time = Math.ceil(chats.app.clock.time / day) * day + 8 * 3600_000;
    /** Runs the job again, as after a restart. */
    const run = async () => {
      const [job] = await chats.app.database.reader
        .selectFrom("jobs")
        .selectAll()
        .where("kind", "=", "brief-to-integration")
        .where("user_id", "=", userId)
        .execute();
      if (!job) throw new Error("There is no job.");
      const ends = await briefToIntegration(chats.app)(job).then(
        () => true,
        (error: unknown) => !(error instanceof RetryAfter),
      );
      await deliverNow(core(), integrationAdapters(core(), settings, readBrief), {
        userId,
        integrationId: id,
      });
      return ends;
    };
    expect(await run()).toBe(false);
    expect(await run()).toBe(false);
    const briefs = () =>
      chats.telegram.sentMessages.filter(({ text }) => text.includes("Your brief for"));
    expect(briefs()).toHaveLength(1);
    expect(briefs()[0]?.text).toContain("You're all caught up.");
    expect(briefs()[0]?.buttons).toEqual([]);
    expect((await request(false)).integration).toMatchObject({ hasBrief: false });
    expect(await run()).toBe(true);
    expect(briefs()).toHaveLength(1);
  });

  it("alerts about mail in a split that the user defined", async () => {
    const own = await connected();
    const { client, id } = own;
    const ofOthers = { id: "others", name: "Others", kind: "sender", value: "@nobody.example" };
    const of = (splits: string[]) =>
      client.call("PATCH /integrations/{id}", { id, alerts: { ...everything, splits } });
    await of(["people"]);
    await client.call("PUT /user/preferences", { splits: [ofOthers as never] });
    expect(await deliverAlert(own, id)).toBeNull();
    expect(alerts()).toEqual([]);
    const people = { id: "people", name: "People", kind: "sender", value: "@example.com" };
    await client.call("PUT /user/preferences", { splits: [ofOthers as never, people as never] });
    expect(await deliverAlert(own, id)).toBeNull();
    expect(alerts()).toHaveLength(1);
  });

  it("sends no alert that the rules no longer select, none that is old, and none in quiet hours", async () => {
    const read = await connected();
    await queue(read);
    const [emailId = ""] = read.ids;
    await read.client.call("PATCH /email/{emailId}", { emailId, seen: true });
    expect(await deliverAlert(read, read.id)).toBeNull();
    const late = await connected();
    await queue(late);
    chats.app.clock.time += 7 * 3600_000;
    expect(await deliverAlert(late, late.id)).toBeNull();
    expect(alerts()).toEqual([]);
    const asleep = await connected();
    const morning = chats.app.clock.time + 3600_000;
    const quietHoursEnd = async () => (chats.app.clock.time < morning ? morning : null);
    expect(await deliverAlert(asleep, asleep.id, { quietHoursEnd })).toBe(3600_000);
    expect(alerts()).toEqual([]);
    chats.app.clock.time = morning;
    expect(await deliverAlert(asleep, asleep.id, { quietHoursEnd })).toBeNull();
    expect(alerts()).toHaveLength(1);
  });

  it("sends an alert once, also when its message cannot be recorded", async () => {
    const own = await connected();
    await queue(own);
    const failing: typeof chats.app.execute = async (name, input) => {
      if (name === "integration.change") throw new Error("The disk is full.");
      return chats.app.execute(name, input);
    };
    const context = { ...core(), execute: failing };
    const which = { userId: own.userId, integrationId: own.id };
    expect(await deliverNow(context, integrationAdapters(context, settings), which)).toBeNull();
    expect(alerts()).toHaveLength(1);
  });

  it("does not repeat a delivery of a killed process, and reports it until the user requests a replay", async () => {
    const own = await connected();
    await queue(own);
    const which = { userId: own.userId, integrationId: own.id };
    const adapters = integrationAdapters(core(), settings);
    const killed = { ...core(), execute: executeThatBreaks(chats.app) };
    await expect(deliverNow(killed, adapters, which)).rejects.toThrow("killed");
    expect(await deliverNow(core(), adapters, which)).toBeNull();
    expect(alerts()).toHaveLength(1);
    const log = await own.client.call("GET /integrations/{id}/deliveries", { id: own.id });
    const [replies] = log.deliveries;
    expect(replies).toMatchObject({
      state: "failed",
      answer: expect.stringMatching(/after a restart/),
    });
    await own.client.call("POST /integrations/{id}/deliveries/{deliveryId}/replay", {
      id: own.id,
      deliveryId: replies?.id ?? ("" as never),
    });
    expect(await deliverNow(core(), adapters, which)).toBeNull();
    expect(alerts()).toHaveLength(2);
  });

  it("notifies the chat of a deleted user that it was disconnected", async () => {
    const own = await connected();
    const { password } = own.person;
    await own.client.call("POST /user/delete", { password, confirmation: own.person.user.email });
    expect(chats.telegram.sentMessages.at(-1)?.text).toMatch(/no longer connected to Inlet/);
  });

  it("shows hostile mail as plain text", async () => {
    const own = await connected();
    const { accountId, userId } = own;
    await chats.app.execute("account.state", {
      accountId,
      state: "failed",
      errorCode: "account.reconnect",
    });
    await chats.app.execute("account.change", {
      userId,
      accountId,
      change: { name: '<a href="https://evil.example">Press</a> & win' },
      reconnects: false,
    });
    await deliverAlert(own, own.id);
    const texts = chats.telegram.sentMessages.map(({ text }) => text).join("\n");
    expect(texts).toContain("&lt;a href=");
    // Nor does Telegram turn it into a link automatically.
    expect(texts).not.toContain("evil.example");
  });
});
