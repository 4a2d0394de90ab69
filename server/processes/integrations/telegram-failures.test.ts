import { describe, expect, it, vi } from "vitest";
import { pollTelegram } from "#/integrations/telegram/updates.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { endLeases } from "#/testing/faults/expire-leases.ts";
import { integrationAdapters } from "#/processes/setup/integration-adapters.ts";
import { deliverNow } from "#/testing/apps/deliver-now.ts";
import { telegramChats } from "#/testing/fakes/telegram-chats.ts";

describe.each(bothEngines)("when Telegram fails, on %s", (engine) => {
  const chats = telegramChats(engine);
  const { settings, actions, core, connected, deliverAlert, alerts } = chats;

  it("one process at a time polls it, and another takes over afterwards", async () => {
    const name = "telegram updates";
    const take = (holder: string) =>
      chats.app.execute("lease.take", { name, holder, ttlMs: 60_000 });
    // The follower started for each test holds the lease.
    await connected();
    expect(await take("next")).toBeNull();
    await chats.follower[Symbol.asyncDispose]();
    const fence = (await take("next")) ?? 0;
    expect(fence).toBeGreaterThan(0);
    expect(await take("next")).toBe(fence);
    expect(await take("third")).toBeNull();
    await endLeases(chats.app.database);
    expect(await take("third")).toBe(fence + 1);
    // A former holder is recognized by the fence.
    expect(await take("next")).toBeNull();
    const watched = core();
    const execute = vi.spyOn(watched, "execute");
    chats.telegram.write("Is anybody there?");
    {
      await using _waiting = pollTelegram(watched, settings.telegram, actions);
      await expect
        .poll(() => execute.mock.settledResults[0])
        .toMatchObject({ type: "fulfilled", value: null });
    }
    expect(
      chats.telegram.sentMessages.filter(({ text }) => text.startsWith("Reply to one")),
    ).toEqual([]);
    await chats.app.execute("lease.drop", { name, holder: "third" });
    chats.follower = pollTelegram(core(), settings.telegram, actions);
    await expect
      .poll(() => chats.telegram.sentMessages.at(-1)?.text)
      .toMatch(/^Reply to one of my messages/);
  });

  it("two processes that both believe they hold the lease reply once", async () => {
    const own = await connected();
    await deliverAlert(own, own.id);
    const alert = chats.telegram.sentMessages.at(-1);
    const hints = () =>
      chats.telegram.sentMessages.filter(({ text }) =>
        text.startsWith("Reply to one of my messages"),
      );
    // The first process's request is open longer than its lease lasts, and the next process takes over.
    await endLeases(chats.app.database);
    const watched = core();
    const execute = vi.spyOn(watched, "execute");
    await using _next = pollTelegram(watched, settings.telegram, actions);
    await expect
      .poll(() => execute.mock.settledResults[0])
      .toMatchObject({ type: "fulfilled", value: expect.any(Number) });
    // Both receive the next messages.
    chats.telegram.write("Is anybody there?");
    await expect.poll(() => hints().length).toBe(1);
    chats.telegram.clickButton(alert?.message_id ?? 0, "archive");
    await expect.poll(() => chats.telegram.shown.at(-1)).toBe("Archived.");
    chats.telegram.write("And now?");
    await expect.poll(() => hints().length).toBe(2);
    // The first one's work has ended here.
    await chats.follower[Symbol.asyncDispose]();
    expect(hints()).toHaveLength(2);
    expect(chats.telegram.shown.filter((text) => text === "Archived.")).toHaveLength(1);
    expect(new Set(chats.done.map(([, action]) => JSON.stringify(action))).size).toBe(1);
  });

  if (!usualEngines.includes(engine)) return;

  it("sends nothing during the retry delay that Telegram requests", async () => {
    const own = await connected();
    chats.telegram.refuse({
      code: 429,
      description: "Too Many Requests: retry after 90",
      retryAfter: 90,
    });
    expect(await deliverAlert(own, own.id)).toBe(90_000);
    chats.telegram.refuse(null);
    chats.app.clock.time += 90_000;
    expect(await deliverAlert(own, own.id)).toBeNull();
    expect(chats.telegram.sentMessages.filter(({ buttons }) => buttons.length > 0)).toHaveLength(1);
  });

  it.each([
    ["Telegram is down", { code: 502, description: "Bad Gateway" }],
    ["the bot has another token", { code: 401, description: "Unauthorized" }],
  ])("delivers the alert later, and once, when %s", async (_what, refusal) => {
    const own = await connected();
    chats.telegram.refuse(refusal);
    const waitMs = (await deliverAlert(own, own.id)) ?? 0;
    expect(waitMs).toBeGreaterThan(0);
    const { integrations } = await own.client.call("GET /integrations", {});
    expect(integrations).toMatchObject([
      { state: "failed", reason: expect.stringContaining("Telegram") },
    ]);
    chats.telegram.refuse(null);
    chats.app.clock.time += waitMs;
    expect(await deliverAlert(own, own.id)).toBeNull();
    expect(alerts()).toHaveLength(1);
  });

  it("delivers nothing twice after a lost response, and reports that it may have arrived", async () => {
    const own = await connected();
    chats.telegram.loseNextAnswer();
    expect(await deliverAlert(own, own.id)).toBeNull();
    chats.app.clock.time += 24 * 3600_000;
    expect(
      await deliverNow(core(), integrationAdapters(core(), settings), {
        userId: own.userId,
        integrationId: own.id,
      }),
    ).toBeNull();
    expect(alerts()).toHaveLength(1);
    const { deliveries } = await own.client.call("GET /integrations/{id}/deliveries", {
      id: own.id,
    });
    expect(deliveries[0]).toMatchObject({
      state: "failed",
      answer: expect.stringContaining("may have arrived"),
    });
  });

  it("disconnects a chat that no longer exists, and sends it no further requests", async () => {
    const own = await connected();
    chats.telegram.refuse({ code: 400, description: "Bad Request: chat not found" });
    await deliverAlert(own, own.id);
    chats.telegram.refuse(null);
    const { integrations } = await own.client.call("GET /integrations", {});
    const reason = "The chat no longer exists.";
    expect(integrations).toMatchObject([{ state: "revoked", reason }]);
    await deliverAlert(own, own.id);
    expect(alerts()).toEqual([]);
  });

  it("disconnects a chat whose owner blocked the bot, and shows the reason", async () => {
    const own = await connected();
    chats.telegram.refuse({ code: 403, description: "Forbidden: bot was blocked by the user" });
    await deliverAlert(own, own.id);
    const { integrations } = await own.client.call("GET /integrations", {});
    expect(integrations).toMatchObject([
      { state: "revoked", reason: "The bot was blocked or removed from the chat." },
    ]);
  });
});
