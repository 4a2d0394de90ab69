import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { executeThatBreaks } from "#/testing/apps/deliver-now.ts";
import type { ThreeMessages } from "#/testing/apps/mail-app.ts";
import { readMessage } from "#/testing/fakes/slack/check-blocks.ts";
import { general, harbour, rowing, startHarbour } from "#/testing/fakes/slack/slack-mailbox.ts";

describe.each(usualEngines)("mail in Slack, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startHarbour>>;
  // Assigned before the first test.
  let { slack, app, message, firstOf, posted } = {} as typeof stage;
  let ada: ThreeMessages;

  beforeAll(async () => {
    stage = await startHarbour(engine);
    ({ slack, app, message, firstOf, posted } = stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    ada = await stage.newUser();
  });
  afterEach(() => stage.heal());

  describe("a mail", () => {
    it("is posted once, with its sender, its summary and its actions", async () => {
      const before = slack.messages.length;
      const { id, message: one } = await posted(ada);
      const { words, links, mentions } = readMessage(one.blocks);
      expect(words).toContain("Subject 1");
      expect(words).toContain("Grace Hopper (grace@example.com)");
      expect(words).toContain("Text of message 1");
      expect({ links, mentions }).toEqual({ links: [], mentions: [] });
      expect(one.asked).toMatchObject({
        unfurl_links: "false",
        parse: "none",
        link_names: "false",
      });
      await app.arrives(ada.userId, id);
      await app.deliver(ada.userId);
      expect(slack.messages).toHaveLength(before + 1);
    });

    it("is not posted while the workspace is paused, nor afterwards", async () => {
      await app.follow(ada.person, harbour, general);
      const { integration } = await firstOf(ada.person);
      const go = (state: "active" | "paused") =>
        ada.person.client.call("PATCH /integrations/{id}", { id: integration.id, state });
      await go("paused");
      const before = slack.messages.length;
      for (const id of ada.ids) await app.arrives(ada.userId, id);
      await go("active");
      await app.deliver(ada.userId);
      expect(slack.messages).toHaveLength(before);
    });

    it("waits as long as Slack asks, and nothing else is sent until then", async () => {
      await app.follow(ada.person, harbour, general);
      for (const id of ada.ids) await app.arrives(ada.userId, id);
      slack.fail("chat.postMessage", { kind: "rate-limit", seconds: 30 }, 1);
      const before = slack.calls.filter(({ method }) => method === "chat.postMessage").length;
      expect(await app.deliver(ada.userId)).toBe(30_000);
      await app.deliver(ada.userId);
      const asked = slack.calls.filter(({ method }) => method === "chat.postMessage").length;
      expect(asked).toBe(before + 1);
      expect((await firstOf(ada.person)).integration).toMatchObject({
        state: "failed",
        reason: "Rate limited by Slack.",
      });
      app.clock.time += 30_000;
      const had = slack.messages.length;
      await app.deliver(ada.userId);
      expect(slack.messages).toHaveLength(had + 3);
      expect((await firstOf(ada.person)).integration).toMatchObject({
        state: "active",
        reason: "",
      });
      app.clock.time -= 30_000;
    });

    it("is posted later if Slack is unavailable", async () => {
      await app.follow(ada.person, harbour, general);
      slack.fail("chat.postMessage", { kind: "down" });
      const [id] = ada.ids;
      if (id) await app.arrives(ada.userId, id);
      const waitMs = (await app.deliver(ada.userId)) ?? 0;
      expect((await firstOf(ada.person)).integration.reason).toBe("Slack could not be reached.");
      slack.fail("chat.postMessage", null);
      const before = slack.messages.length;
      app.clock.time += waitMs;
      await app.deliver(ada.userId);
      app.clock.time -= waitMs;
      expect(slack.messages).toHaveLength(before + 1);
    });

    it("is posted later if Slack takes too long", async () => {
      await app.follow(ada.person, harbour, general);
      slack.fail("chat.postMessage", { kind: "silent" }, 1);
      const before = slack.messages.length;
      const [id] = ada.ids;
      if (id) await app.arrives(ada.userId, id);
      const waitMs = (await app.deliver(ada.userId)) ?? 0;
      expect((await firstOf(ada.person)).integration.reason).toBe("Slack could not be reached.");
      app.clock.time += waitMs;
      expect(await app.deliver(ada.userId)).toBeNull();
      app.clock.time -= waitMs;
      expect(slack.messages).toHaveLength(before + 1);
    }, 30_000);

    it.each([
      ["once, where the app may look for it", "C0CREW", 1],
      ["once more, where the app was not added to the channel", general, 2],
    ])("is posted %s when the response was lost", async (_how, channel, times) => {
      await app.follow(ada.person, harbour, channel);
      slack.fail("chat.postMessage", { kind: "lost" }, 1);
      const before = slack.messages.length;
      const [id] = ada.ids;
      if (id) await app.arrives(ada.userId, id);
      const waitMs = (await app.deliver(ada.userId)) ?? 0;
      app.clock.time += waitMs;
      expect(await app.deliver(ada.userId)).toBeNull();
      app.clock.time -= waitMs;
      expect(slack.messages).toHaveLength(before + times);
      const { id: link } = await firstOf(ada.person);
      const log = await ada.person.client.call("GET /integrations/{id}/deliveries", { id: link });
      expect(log.deliveries).toMatchObject([{ state: "delivered", attempts: 2 }]);
      // A delivery that the user requests again is posted again.
      const deliveryId = log.deliveries[0]?.id ?? ("" as never);
      app.clock.time += 1000;
      await ada.person.client.call("POST /integrations/{id}/deliveries/{deliveryId}/replay", {
        id: link,
        deliveryId,
      });
      await app.deliver(ada.userId);
      app.clock.time -= 1000;
      expect(slack.messages).toHaveLength(before + times + 1);
    });

    it.each([
      ["found there, and not posted again", "C0CREW", "delivered", "Posted in crew."],
      [
        "left as it is, where nobody may look",
        general,
        "failed",
        /^Delivery status unknown after a restart/,
      ],
    ])("posted by a process that was killed is %s", async (_how, channel, state, answer) => {
      await app.follow(ada.person, harbour, channel);
      const before = slack.messages.length;
      // Simulates a time at which both processes run.
      app.clock.time += 1000;
      const [id] = ada.ids;
      if (id) await app.arrives(ada.userId, id);
      await expect(app.deliver(ada.userId, executeThatBreaks(app))).rejects.toThrow("killed");
      expect(slack.messages).toHaveLength(before + 1);
      expect(await app.deliver(ada.userId)).toBeNull();
      app.clock.time -= 1000;
      expect(slack.messages).toHaveLength(before + 1);
      const { id: link, integration } = await firstOf(ada.person);
      expect(integration.state).toBe("active");
      const log = await ada.person.client.call("GET /integrations/{id}/deliveries", { id: link });
      const expected = typeof answer === "string" ? answer : expect.stringMatching(answer);
      expect(log.deliveries).toMatchObject([{ state, answer: expected }]);
    });

    it.each([
      ["the look for it fails once", general, "down"],
      ["much more was posted since then", "C0CREW", "crowd"],
    ])("posted by a killed process is not posted again when %s", async (_when, channel, how) => {
      await app.follow(ada.person, harbour, channel);
      const before = slack.messages.length;
      app.clock.time += 1000;
      const [id] = ada.ids;
      if (id) await app.arrives(ada.userId, id);
      await expect(app.deliver(ada.userId, executeThatBreaks(app))).rejects.toThrow("killed");
      const post = slack.messages.at(-1);
      const others = how === "crowd" && post ? Array<typeof post>(200).fill(post) : [];
      slack.messages.push(...others.map((one) => ({ ...one, asked: {} })));
      if (how === "down") slack.fail("conversations.history", { kind: "down" }, 1);
      const waitMs = (await app.deliver(ada.userId)) ?? 0;
      app.clock.time += waitMs;
      expect(await app.deliver(ada.userId)).toBeNull();
      app.clock.time -= waitMs + 1000;
      expect(slack.messages).toHaveLength(before + 1 + others.length);
      const { id: link } = await firstOf(ada.person);
      const log = await ada.person.client.call("GET /integrations/{id}/deliveries", { id: link });
      expect(log.deliveries).toMatchObject([{ state: "failed" }]);
      slack.messages.splice(before);
    });

    it("is posted by the next process if a killed process had not posted it", async () => {
      await app.follow(ada.person, harbour, "C0CREW");
      app.clock.time += 1000;
      const [id] = ada.ids;
      if (id) await app.arrives(ada.userId, id);
      slack.fail("chat.postMessage", { kind: "down" }, 1);
      await expect(app.deliver(ada.userId, executeThatBreaks(app))).rejects.toThrow("killed");
      const before = slack.messages.length;
      expect(await app.deliver(ada.userId)).toBeNull();
      app.clock.time -= 1000;
      expect(slack.messages).toHaveLength(before + 1);
    });

    it.each([
      ["token_revoked", "Inlet lost access to Slack. Reconnect the workspace."],
      ["account_inactive", "Inlet lost access to Slack. Reconnect the workspace."],
      ["missing_scope", "Inlet is no longer allowed to post there. Reconnect the workspace."],
    ])("ends the link if Slack returns %s, and sends nothing more", async (error, reason) => {
      await app.follow(ada.person, harbour, general);
      slack.fail("chat.postMessage", { kind: "error", error });
      for (const id of ada.ids) await app.arrives(ada.userId, id);
      await app.deliver(ada.userId);
      expect((await firstOf(ada.person)).integration).toMatchObject({ state: "revoked", reason });
      const before = slack.calls.length;
      await app.deliver(ada.userId);
      expect(slack.calls).toHaveLength(before);
      slack.fail("chat.postMessage", null);
      await app.connect(ada.person, harbour);
      expect((await firstOf(ada.person)).integration).toMatchObject({
        state: "active",
        reason: "",
      });
    });

    it("is posted in the channel that the user chooses after the first was deleted", async () => {
      await app.follow(ada.person, harbour, "C10");
      slack.fail("chat.postMessage", { kind: "error", error: "channel_not_found" });
      const [id] = ada.ids;
      if (id) await app.arrives(ada.userId, id);
      const waitMs = (await app.deliver(ada.userId)) ?? 0;
      expect((await firstOf(ada.person)).integration.reason).toContain("Choose another one.");
      slack.fail("chat.postMessage", null);
      const chosen = { slack_team_id: "T0HARBOUR", channelId: general };
      await ada.person.client.call("PUT /api/slack/channels/{slack_team_id}", chosen);
      app.clock.time += waitMs;
      await app.deliver(ada.userId);
      app.clock.time -= waitMs;
      expect(message().channel).toBe(general);
    });
  });

  describe("an event", () => {
    it("confirms the URL to Slack", async () => {
      const challenge = JSON.stringify({ type: "url_verification", challenge: "3eZbrw1aB" });
      const type = "application/json";
      const answer = await slack.send("/api/slack/events", challenge, { type });
      expect(await answer.json()).toEqual({ challenge: "3eZbrw1aB" });
    });

    it("ends a link that was revoked at Slack, and no valid link", async () => {
      await app.connect(ada.person, rowing);
      const state = async () => (await firstOf(ada.person)).integration.state;
      const tests = () => slack.calls.filter(({ method }) => method === "auth.test").length;
      const before = tests();
      await slack.event("T0ROWING", { type: "tokens_revoked" }, { id: "Ev1" });
      await expect.poll(tests).toBeGreaterThan(before);
      expect(await state()).toBe("active");
      for (const token of slack.tokens) token.isRevoked ||= token.team.id === "T0ROWING";
      await slack.event("T0ROWING", { type: "app_uninstalled" }, { id: "Ev2" });
      await slack.event("T0ROWING", { type: "app_uninstalled" }, { id: "Ev2" });
      await expect.poll(state).toBe("revoked");
    });

    it("reports that the channel was closed", async () => {
      await app.follow(ada.person, harbour, general);
      await slack.event("T0HARBOUR", { type: "channel_archive", channel: general });
      await expect
        .poll(async () => (await firstOf(ada.person)).integration.reason)
        .toContain("Choose another one.");
    });
  });
});
