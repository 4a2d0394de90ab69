import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import type { ThreeMessages } from "#/testing/apps/mail-app.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { readMessage } from "#/testing/fakes/slack/check-blocks.ts";
import {
  boats,
  general,
  harbour,
  rowing,
  startHarbour,
} from "#/testing/fakes/slack/slack-mailbox.ts";

describe.each(usualEngines)("a Slack workspace, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startHarbour>>;
  // Assigned before the first test.
  let { slack, app, accounts, message, firstOf, posted } = {} as typeof stage;
  let ada: ThreeMessages;
  let people = 0;

  beforeAll(async () => {
    stage = await startHarbour(engine);
    ({ slack, app, accounts, message, firstOf, posted } = stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    ada = await stage.newUser();
  });
  afterEach(() => stage.heal());

  describe("a link", () => {
    it("is created by an OAuth flow with Slack, and posts nothing automatically", async () => {
      await app.connect(ada.person, harbour);
      expect(await accounts(ada.person)).toMatchObject([
        {
          slack_team_id: "T0HARBOUR",
          slack_team_name: "Harbour Office",
          slack_user_id: "U0ADA",
          slack_bot_user_id: "U0INLETBOT",
          place: null,
          hasBrief: false,
          integration: { kind: "slack", state: "active", events: [], target: "" },
        },
      ]);
      const before = slack.messages.length;
      for (const id of ada.ids) await app.arrives(ada.userId, id);
      await app.deliver(ada.userId);
      expect(slack.messages).toHaveLength(before);
    });

    it("requests only the scopes that it needs", async () => {
      const { url } = await ada.person.client.call("GET /api/slack/oauth-url", {});
      expect(new URL(url).searchParams.get("scope")?.split(",")).toEqual([
        "chat:write",
        "chat:write.public",
        "channels:read",
        "groups:read",
        "im:write",
        "channels:history",
        "groups:history",
        "im:history",
      ]);
      expect(url).not.toContain(slack.app.clientSecret);
    });

    it("is finished once, by the user and in the session that started it", async () => {
      const query = await app.consent(ada.person, harbour);
      const ben = await signUpUser(app.origin, `Ben${people++}`);
      const otherPlace = await ben.client.refusal("POST /api/slack/oauth/finish", { query });
      expect(otherPlace).toMatchObject({ status: 400, code: "slack.bad_state" });
      const { token } = (await ben.client.call("POST /user/login", {
        email: ada.person.user.email,
        password: ada.person.password,
      })) as { token: string };
      const other = await ben.client.refusal("POST /api/slack/oauth/finish", { query }, { token });
      expect(other.code).toBe("slack.bad_state");
      await ada.person.client.call("POST /api/slack/oauth/finish", { query });
      const again = await ada.person.client.refusal("POST /api/slack/oauth/finish", { query });
      expect(again.code).toBe("slack.bad_state");
      expect(await accounts(ben)).toEqual([]);
    });

    it("must be finished within ten minutes", async () => {
      const query = await app.consent(ada.person, harbour);
      app.clock.time += 10 * 60_000;
      const refused = await ada.person.client.refusal("POST /api/slack/oauth/finish", { query });
      expect(refused.code).toBe("slack.bad_state");
      app.clock.time -= 10 * 60_000;
    });

    it.each([
      ["a state that nobody made", "?code=c&state=slack.guessed", "slack.bad_state"],
      ["no state", "?code=c", "slack.bad_state"],
      ["nothing", "", "slack.bad_state"],
    ])("is not created with %s", async (_what, query, code) => {
      const refused = await ada.person.client.refusal("POST /api/slack/oauth/finish", { query });
      expect(refused.code).toBe(code);
    });

    it("is not created if the user denies it, or Slack does not know the code", async () => {
      const state = async () => {
        const { url } = await ada.person.client.call("GET /api/slack/oauth-url", {});
        return new URL(url).searchParams.get("state");
      };
      const finish = async (query: string) =>
        ada.person.client.refusal("POST /api/slack/oauth/finish", { query });
      const no = await finish(`?error=access_denied&state=${await state()}`);
      expect(no.code).toBe("slack.denied");
      const wrong = await finish(`?code=nonsense&state=${await state()}`);
      expect(wrong).toMatchObject({ status: 502, code: "slack.failed" });
      expect(await accounts(ada.person)).toEqual([]);
    });

    it("stores its token where it cannot be read", async () => {
      await app.connect(ada.person, harbour);
      const token = slack.tokens.at(-1)?.token ?? "none";
      const rows = await app.database.reader.selectFrom("integrations").selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(token);
      const flows = await app.database.reader.selectFrom("oauth_flows").selectAll().execute();
      expect(JSON.stringify(flows)).not.toContain(token);
      expect(JSON.stringify(await accounts(ada.person))).not.toContain(token);
    });

    it("is one, however often it is created, and keeps the chosen settings", async () => {
      await app.follow(ada.person, harbour, general);
      await app.connect(ada.person, harbour);
      const all = await accounts(ada.person);
      expect(all).toMatchObject([{ place: { id: general, name: "general" } }]);
    });

    it("is separate for two users who link the same workspace", async () => {
      const boss = await stage.newUser();
      await app.follow(ada.person, rowing, boats);
      await app.follow(boss.person, { ...rowing, user: "U0BOSS" }, boats);
      const token = slack.tokens.at(-1);
      const team = { slack_team_id: "T0ROWING" };
      await ada.person.client.call("DELETE /api/slack/disconnect/{slack_team_id}", team);
      expect(await accounts(ada.person)).toEqual([]);
      // Revoking it would end the token of both users.
      expect(token?.isRevoked).toBe(false);
      expect(await accounts(boss.person)).toHaveLength(1);
      await boss.person.client.call("DELETE /api/slack/disconnect/{slack_team_id}", team);
      expect(token?.isRevoked).toBe(true);
    });

    it("is removed although Slack is unavailable, and not by another user", async () => {
      await app.connect(ada.person, harbour);
      const ben = await signUpUser(app.origin, `Ben${people++}`);
      const team = { slack_team_id: "T0HARBOUR" };
      const refused = await ben.client.refusal(
        "DELETE /api/slack/disconnect/{slack_team_id}",
        team,
      );
      expect(refused).toMatchObject({ status: 404, code: "slack.not_connected" });
      slack.fail("auth.revoke", { kind: "down" });
      await ada.person.client.call("DELETE /api/slack/disconnect/{slack_team_id}", team);
      expect(await accounts(ada.person)).toEqual([]);
    });
  });

  describe("a channel", () => {
    it("is chosen from the public ones, and the private ones with the user as a member", async () => {
      await app.connect(ada.person, harbour);
      const { channels } = await ada.person.client.call("GET /api/slack/channels/{slack_team_id}", {
        slack_team_id: "T0HARBOUR",
      });
      const names = channels.map(({ name }) => name);
      expect(names).toHaveLength(252);
      expect(names).toEqual(expect.arrayContaining(["general", "crew", "room-249"]));
      expect(names).not.toContain("secret");
      expect(names).not.toContain("old");
    });

    it("is refused if it was not offered", async () => {
      await app.connect(ada.person, harbour);
      for (const channelId of ["C0SECRET", "C0OLD", "C0BOATS", "U0BOSS", "D0HARBOUR0BOSS"]) {
        const refused = await ada.person.client.refusal("PUT /api/slack/channels/{slack_team_id}", {
          slack_team_id: "T0HARBOUR",
          channelId,
        });
        expect(refused).toMatchObject({ status: 404, code: "slack.no_channel" });
      }
    });

    it("can be the user's direct messages", async () => {
      const { message: one } = await posted(ada, "");
      expect(one.channel).toBe("D0HARBOUR0ADA");
      expect((await firstOf(ada.person)).place).toEqual({ id: "", name: "Direct messages" });
    });

    it("can be tested", async () => {
      await app.connect(ada.person, harbour);
      const { integration } = await firstOf(ada.person);
      const test = () =>
        ada.person.client.call("POST /integrations/{id}/test", { id: integration.id });
      expect(await test()).toMatchObject({ isDelivered: false, answer: "Choose a channel first." });
      await app.follow(ada.person, harbour, general);
      expect(await test()).toMatchObject({ isDelivered: true, answer: "Posted in general." });
      expect(readMessage(message().blocks).words).toContain("This is a test by Inlet.");
    });
  });
});

describe("Slack, if the host has not registered Inlet there", () => {
  let app: RealApp;
  let anna: SignedUpUser;
  beforeAll(async () => {
    app = await startRealApp("sqlite", { context: (parts) => testContext(parts, "/nowhere") });
    anna = await signUpUser(app.origin, "Anna");
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it("has no workspaces, and returns the reason why none can be linked", async () => {
    expect(await anna.client.call("GET /api/slack/accounts", {})).toEqual({
      success: true,
      accounts: [],
      isSetUp: false,
    });
    expect(await anna.client.refusal("GET /api/slack/oauth-url", {})).toEqual({
      status: 422,
      code: "slack.not_configured",
      message: "Slack is not configured on this server",
    });
  });

  it("accepts no requests, with any signature", async () => {
    for (const path of ["/api/slack/interactions", "/api/slack/events"]) {
      expect((await fetch(app.origin + path, { method: "POST", body: "{}" })).status).toBe(401);
    }
  });
});
