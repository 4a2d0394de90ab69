import { nowhereToSave } from "#/testing/nowhere-to-save.ts";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { IntegrationId } from "@inlet/contract/ids.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { RetryAfter } from "#/base/retry-after.ts";
import { Failure } from "#/base/fail.ts";
import type { MailActions } from "#/integrations/core/actions.ts";
import type { Delivering } from "#/integrations/core/deliver.ts";
import type { ReadBrief } from "#/integrations/core/room.ts";
import { feedArrived } from "#/integrations/core/feed.ts";
import { followTelegram } from "#/integrations/telegram/updates.ts";
import { briefToIntegration } from "#/jobs/brief-to-integration.ts";
import { integrationRooms } from "#/roles/integration-services.ts";
import { deliverNow, integrationContext } from "#/testing/deliver-now.ts";
import { type ThreeMessages, threeMessages } from "#/testing/mail-app.ts";
import { mailServices } from "#/testing/mail-services.ts";
import { type RealApp, startRealApp } from "#/testing/real-app.ts";
import { startTelegram, type TelegramServer } from "#/testing/telegram.ts";
import { egressToLoopback } from "#/testing/web-egress.ts";

const everything = { priorities: [], categories: [], senders: [], labels: [], quietHours: true };

const readBrief: ReadBrief = async (_userId, day) => {
  const at = new Date(0).toISOString();
  const nothing = { lines: [], more: 0 };
  const parts = { answer: nothing, deadlines: nothing, waiting: nothing, rest: [] };
  return { day, since: at, madeAt: at, ...parts };
};

describe.each(["sqlite", "postgres"] as const)("on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let telegram: TelegramServer;
  let follower: AsyncDisposable;
  const done: [string, object][] = [];
  const egress = egressToLoopback();
  /** Given while the app is made; filled when the server of a test stands. */
  const settings = { telegram: { token: "", apiUrl: "" }, slack: null, saving: nowhereToSave };

  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, {
      services: (parts) => mailServices(parts, blobsDir, { egress, integrations: settings }),
    });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });
  beforeEach(async () => {
    telegram = await startTelegram();
    Object.assign(settings.telegram, { token: telegram.token, apiUrl: telegram.url });
    done.length = 0;
    follower = followTelegram(core(), settings.telegram, actions);
  });
  afterEach(async () => {
    await follower[Symbol.asyncDispose]();
    await telegram[Symbol.asyncDispose]();
  });

  const actions: MailActions = {
    archive: async (action) => void done.push(["archive", action]),
    snooze: async () => {
      throw new Failure("message.not_found");
    },
    summarize: async () => "Ropes are wanted.\nSee evil.example.",
    recipients: async () => ["marta@harbour.example", "list@club.example"],
    reply: async (action) => {
      done.push(["reply", action]);
      return ["marta@harbour.example"];
    },
  };

  const core = () => integrationContext(app, egress);

  /** Somebody whose chat is connected, told of everything. */
  async function connected() {
    const own = await threeMessages(app);
    const { client, password } = own.person;
    const { url } = await client.call("POST /telegram/link", { password });
    const code = new URL(url).searchParams.get("start") ?? "";
    const before = telegram.said.length;
    telegram.write(`/start ${code}`);
    await expect.poll(() => telegram.said[before]?.text).toMatch(/^This chat is connected/);
    const { integrations } = await client.call("GET /integrations", { kind: "telegram" });
    const id = integrations[0]?.id;
    if (id === undefined) throw new Error("Nothing was connected.");
    await client.call("PATCH /integrations/{id}", { id, alerts: everything });
    return { ...own, client, id, code };
  }

  async function queue({ userId, ids }: ThreeMessages) {
    const [messageId] = ids;
    if (messageId === undefined) throw new Error("There is no message.");
    await feedArrived(core(), { userId, messageId, isQuiet: false });
    return messageId;
  }

  async function tell(own: ThreeMessages, integrationId: IntegrationId, how?: Delivering) {
    await queue(own);
    const which = { userId: own.userId, integrationId };
    return deliverNow(core(), integrationRooms(core(), settings), which, how);
  }

  const alerts = () => telegram.said.filter(({ buttons }) => buttons.includes("archive"));
  const plain = (text = "") => text.replaceAll("\u2060", "");

  it("connects the chat in which its link was opened, once", async () => {
    const own = await connected();
    const { integrations } = await own.client.call("GET /integrations", {});
    expect(integrations).toMatchObject([
      { kind: "telegram", name: "Marta Eklund", state: "active", target: "Marta Eklund" },
    ]);
    telegram.write(`/start ${own.code}`);
    await expect.poll(() => telegram.said.at(-1)?.text).toMatch(/^This link was used already/);
    const guess = own.client.call("POST /telegram/link", { password: "guess" });
    await expect(guess).rejects.toThrow("password.wrong");
    const { password } = own.person;
    const { url } = await own.client.call("POST /telegram/link", { password });
    app.clock.time += 11 * 60_000;
    telegram.write(`/start ${new URL(url).searchParams.get("start") ?? ""}`);
    await expect
      .poll(() => telegram.said.filter(({ text }) => /too old/.test(text)).length)
      .toBe(2);
  });

  it("tells of a mail with what can be done with it, and does that once", async () => {
    const own = await connected();
    expect(await tell(own, own.id)).toBeNull();
    const alert = telegram.said.at(-1);
    expect(alert?.buttons).toEqual(["reply", "summary", "archive", "snooze"]);
    telegram.press(alert?.message_id ?? 0, "archive");
    telegram.repeat();
    await expect.poll(() => telegram.shown.at(-1)).toBe("Archived.");
    const [, archived] = done[0] ?? [];
    expect(archived).toMatchObject({ userId: own.userId, emailId: own.ids[0] });
    expect(new Set(done.map(([, action]) => JSON.stringify(action))).size).toBe(1);
    telegram.press(alert?.message_id ?? 0, "snooze");
    await expect.poll(() => telegram.shown.at(-1)).toMatch(/email/i);
  });

  it("asks to whom before it sends what is written as a reply to an alert, or to its question", async () => {
    const own = await connected();
    await tell(own, own.id);
    const alert = telegram.said.at(-1)?.message_id ?? 0;
    telegram.write("On my way", { repliesTo: alert });
    const question = "Send to marta@harbour.example, list@club.example?";
    await expect.poll(() => plain(telegram.said.at(-1)?.text)).toBe(question);
    expect(done).toEqual([]);
    telegram.press(telegram.said.at(-1)?.message_id ?? 0, "send");
    telegram.repeat();
    const sent = "Your answer is on its way to marta@harbour.example.";
    await expect.poll(() => plain(telegram.said.at(-1)?.text)).toBe(sent);
    expect(telegram.said.at(-1)?.buttons).toEqual([]);
    telegram.press(alert, "reply");
    await expect.poll(() => telegram.said.at(-1)?.asksForReply).toBe(true);
    expect(plain(telegram.said.at(-1)?.text)).toContain("marta@harbour.example, list@club.example");
    expect(new Set(done.map(([, action]) => JSON.stringify(action))).size).toBe(1);
    done.splice(1);
    telegram.write("Later then", { repliesTo: telegram.said.at(-1)?.message_id ?? 0 });
    await expect.poll(() => telegram.said.at(-1)?.buttons).toEqual(["send"]);
    telegram.press(telegram.said.at(-1)?.message_id ?? 0, "send");
    await expect.poll(() => done.length).toBe(2);
    expect(done).toMatchObject([
      ["reply", { emailId: own.ids[0], text: "On my way" }],
      ["reply", { emailId: own.ids[0], text: "Later then" }],
    ]);
    telegram.write("What is this?");
    await expect.poll(() => telegram.said.at(-1)?.text).toMatch(/^Answer to one of my messages/);
    telegram.write("Me too", { repliesTo: alert, chatType: "group" });
    telegram.write("/start nobody_asked_for_this");
    await expect.poll(() => telegram.said.at(-1)?.text).toMatch(/^This link was used already/);
    expect(done).toHaveLength(2);
  });

  it("sums a mail up below it, once for each press, and links nothing in it", async () => {
    const own = await connected();
    await tell(own, own.id);
    const alert = telegram.said.at(-1)?.message_id ?? 0;
    telegram.press(alert, "summary");
    telegram.repeat();
    await expect.poll(() => plain(telegram.said.at(-1)?.text)).toMatch(/^Ropes are wanted/);
    const summary = telegram.said.at(-1);
    expect(summary).toMatchObject({ repliesTo: alert });
    expect(summary?.text).not.toContain("evil.example");
    telegram.press(alert, "archive");
    await expect.poll(() => telegram.shown.at(-1)).toBe("Archived.");
    expect(telegram.said.filter(({ text }) => text.startsWith("Ropes"))).toHaveLength(1);
  });

  it("tells the brief at its hour once, also after a restart, until it is not wished any more", async () => {
    const own = await connected();
    const { client, userId, id } = own;
    const zone = "Atlantic/Reykjavik";
    const { preferences } = await client.call("GET /user/preferences", {});
    await client.call("PUT /user/preferences", {
      notifications: { ...preferences.notifications, timeZone: zone, summaryHour: 8 },
    });
    const wish = (hasBrief: boolean) => client.call("PATCH /integrations/{id}", { id, hasBrief });
    expect((await wish(true)).integration).toMatchObject({ hasBrief: true });
    const day = 24 * 3600_000;
    app.clock.time = Math.ceil(app.clock.time / day) * day + 8 * 3600_000;
    /** A job done anew is what a restart does. */
    const run = async () => {
      const [job] = await app.database.reader
        .selectFrom("jobs")
        .selectAll()
        .where("kind", "=", "brief-to-integration")
        .where("user_id", "=", userId)
        .execute();
      if (!job) throw new Error("There is no job.");
      const ends = await briefToIntegration(app)(job).then(
        () => true,
        (error: unknown) => !(error instanceof RetryAfter),
      );
      await deliverNow(core(), integrationRooms(core(), settings, readBrief), {
        userId,
        integrationId: id,
      });
      return ends;
    };
    expect(await run()).toBe(false);
    expect(await run()).toBe(false);
    const briefs = () => telegram.said.filter(({ text }) => text.includes("Your brief for"));
    expect(briefs()).toHaveLength(1);
    expect(briefs()[0]?.text).toContain("Nothing waits for you.");
    expect(briefs()[0]?.buttons).toEqual([]);
    expect((await wish(false)).integration).toMatchObject({ hasBrief: false });
    expect(await run()).toBe(true);
    expect(briefs()).toHaveLength(1);
  });

  it("tells of mail in a part of the inbox that the person set apart", async () => {
    const own = await connected();
    const { client, id } = own;
    const ofOthers = { id: "others", name: "Others", kind: "sender", value: "@nobody.example" };
    const of = (splits: string[]) =>
      client.call("PATCH /integrations/{id}", { id, alerts: { ...everything, splits } });
    await of(["people"]);
    await client.call("PUT /user/preferences", { splits: [ofOthers as never] });
    expect(await tell(own, id)).toBeNull();
    expect(alerts()).toEqual([]);
    const people = { id: "people", name: "People", kind: "sender", value: "@example.com" };
    await client.call("PUT /user/preferences", { splits: [ofOthers as never, people as never] });
    expect(await tell(own, id)).toBeNull();
    expect(alerts()).toHaveLength(1);
  });

  it("is asked by one process at a time, and by the next one after it", async () => {
    const name = "telegram updates";
    const take = (holder: string) => app.door("lease.take", { name, holder, forMs: 1000 });
    // The follower of these tests holds it.
    await connected();
    expect(await take("next")).toBeNull();
    await follower[Symbol.asyncDispose]();
    const fence = (await take("next")) ?? 0;
    expect(fence).toBeGreaterThan(0);
    expect(await take("next")).toBe(fence);
    expect(await take("third")).toBeNull();
    const waiting = followTelegram(core(), settings.telegram, actions);
    telegram.write("Is anybody there?");
    app.clock.time += 1000;
    expect(await take("third")).toBe(fence + 1);
    // Whoever was overtaken knows it by the fence.
    expect(await take("next")).toBeNull();
    expect(telegram.said.filter(({ text }) => text.startsWith("Answer to one"))).toEqual([]);
    await waiting[Symbol.asyncDispose]();
    await app.door("lease.drop", { name, holder: "third" });
    follower = followTelegram(core(), settings.telegram, actions);
    await expect.poll(() => telegram.said.at(-1)?.text).toMatch(/^Answer to one of my messages/);
  });

  it("keeps still for as long as Telegram asks", async () => {
    const own = await connected();
    telegram.refuse({
      code: 429,
      description: "Too Many Requests: retry after 90",
      retryAfter: 90,
    });
    expect(await tell(own, own.id)).toBe(90_000);
    telegram.refuse(null);
    app.clock.time += 90_000;
    expect(await tell(own, own.id)).toBeNull();
    expect(telegram.said.filter(({ buttons }) => buttons.length > 0)).toHaveLength(1);
  });

  it("lets go of a chat whose owner blocked the bot, and says so", async () => {
    const own = await connected();
    telegram.refuse({ code: 403, description: "Forbidden: bot was blocked by the user" });
    await tell(own, own.id);
    const { integrations } = await own.client.call("GET /integrations", {});
    expect(integrations).toMatchObject([
      { state: "revoked", reason: "The bot was blocked, or taken out of the chat." },
    ]);
  });

  it("tells no alert that the rules no longer ask for, nor an old one, nor one in quiet hours", async () => {
    const read = await connected();
    await queue(read);
    const [emailId = ""] = read.ids;
    await read.client.call("PATCH /email/{emailId}", { emailId, seen: true });
    expect(await tell(read, read.id)).toBeNull();
    const late = await connected();
    await queue(late);
    app.clock.time += 7 * 3600_000;
    expect(await tell(late, late.id)).toBeNull();
    expect(alerts()).toEqual([]);
    const asleep = await connected();
    const morning = app.clock.time + 3600_000;
    const quietUntil = async () => (app.clock.time < morning ? morning : null);
    expect(await tell(asleep, asleep.id, { quietUntil })).toBe(3600_000);
    expect(alerts()).toEqual([]);
    app.clock.time = morning;
    expect(await tell(asleep, asleep.id, { quietUntil })).toBeNull();
    expect(alerts()).toHaveLength(1);
  });

  it("tells an alert once, also when it cannot be written down what it is about", async () => {
    const own = await connected();
    await queue(own);
    const failing: typeof app.door = async (name, input) => {
      if (name === "integration.change") throw new Error("The disk is full.");
      return app.door(name, input);
    };
    const context = { ...core(), door: failing };
    const which = { userId: own.userId, integrationId: own.id };
    expect(await deliverNow(context, integrationRooms(context, settings), which)).toBeNull();
    expect(alerts()).toHaveLength(1);
  });

  it("tells whoever deletes their account's chat that it is not connected any more", async () => {
    const own = await connected();
    const { password } = own.person;
    await own.client.call("POST /user/delete", { password, confirmation: own.person.user.email });
    expect(telegram.said.at(-1)?.text).toMatch(/not connected with Inlet any more/);
  });

  it("shows hostile mail as text", async () => {
    const own = await connected();
    const { accountId, userId } = own;
    await app.door("account.state", { accountId, state: "failed", errorCode: "account.reconnect" });
    await app.door("account.change", {
      userId,
      accountId,
      change: { name: '<a href="https://evil.example">Press</a> & win' },
      reconnects: false,
    });
    await tell(own, own.id);
    const texts = telegram.said.map(({ text }) => text).join("\n");
    expect(texts).toContain("&lt;a href=");
    // Nor does Telegram make a link of it by itself.
    expect(texts).not.toContain("evil.example");
  });
});
