import { pseudo } from "@inlet/contract/pseudo.ts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import type { ThreeMessages } from "#/testing/apps/mail-app.ts";
import { UserId } from "@inlet/contract/ids.ts";
import { readMessage } from "#/testing/fakes/slack/check-blocks.ts";
import { general, harbour, rowing, startHarbour } from "#/testing/fakes/slack/slack-mailbox.ts";
import type { SlackServer } from "#/testing/fakes/slack/slack-server.ts";

describe.each(usualEngines)("actions from Slack, on %s", (engine) => {
  let stage: Awaited<ReturnType<typeof startHarbour>>;
  // Assigned before the first test.
  let { slack, app, posted, folderOf } = {} as typeof stage;
  let ada: ThreeMessages;

  beforeAll(async () => {
    stage = await startHarbour(engine);
    ({ slack, app, posted, folderOf } = stage);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    ada = await stage.newUser();
  });
  afterEach(() => stage.heal());

  describe("a press", () => {
    it("archives the message, shows that, and changes nothing more when repeated", async () => {
      const { id, message: one } = await posted(ada);
      const { response, again } = await slack.clickButton(harbour, one, {
        actionId: "inlet_archive",
      });
      expect(response.status).toBe(200);
      expect(await folderOf(ada.person, id)).toBe("archive");
      await expect.poll(() => readMessage(one.blocks).words).toContain("Archived from Slack");
      const back = { emailId: id, folder: "inbox" as const };
      await ada.person.client.call("PATCH /email/{emailId}", back);
      expect((await again()).status).toBe(200);
      expect(await folderOf(ada.person, id)).not.toBe("archive");
      expect(one.edits).toBe(1);
    });

    it("updates the post in the language of the user", async () => {
      await ada.person.client.call("PUT /user/preferences", { locale: "en-XA" });
      const { message: one } = await posted(ada);
      expect(readMessage(one.blocks).words).toContain(`${pseudo("To")} `);
      await slack.clickButton(harbour, one, { actionId: "inlet_archive" });
      await expect
        .poll(() => readMessage(one.blocks).words)
        .toContain(pseudo("Archived from Slack"));
    });

    it("snoozes the message, in the user's time zone", async () => {
      const { id, message: one } = await posted(ada);
      const snooze = JSON.stringify(one.blocks).match(/"value":"(tomorrow:[^"]+)"/)?.[1] ?? "";
      await slack.clickButton(harbour, one, { actionId: "inlet_snooze", option: snooze });
      const { email } = await ada.person.client.call("GET /email/preview/{emailId}", {
        emailId: id,
      });
      expect(email.snoozedUntil).toMatch(/T08:00:00\.000Z$/);
      await expect.poll(() => readMessage(one.blocks).words).toContain("Snoozed from Slack until");
    });

    it("posts the summary below the mail, once", async () => {
      const { message: one } = await posted(ada);
      const { again } = await slack.clickButton(harbour, one, { actionId: "inlet_summary" });
      const answers = () => slack.messages.filter(({ threadTs }) => threadTs === one.ts);
      await expect.poll(answers).toHaveLength(1);
      expect(readMessage(answers()[0]?.blocks ?? []).words).toContain("Text of message 1");
      await again();
      await slack.clickButton(harbour, one, { actionId: "inlet_open" });
      expect(answers()).toHaveLength(1);
    });

    it("has no effect for another user in the channel, or in another workspace", async () => {
      const { id, message: one } = await posted(ada);
      const boss = await stage.newUser();
      await app.follow(boss.person, { ...harbour, user: "U0BOSS" }, general);
      const before = slack.messages.length;
      for (const by of [{ ...harbour, user: "U0BOSS" }, { ...harbour, user: "U0NOBODY" }, rowing]) {
        for (const actionId of ["inlet_archive", "inlet_summary", "inlet_reply"]) {
          expect((await slack.clickButton(by, one, { actionId })).response.status).toBe(200);
        }
      }
      expect(await folderOf(ada.person, id)).not.toBe("archive");
      const notYours = "This email is not yours, or its workspace is no longer connected to Inlet.";
      const whispersToOthers = () => slack.whispers.filter(({ to }) => to !== "U0ADA");
      await expect.poll(whispersToOthers).toHaveLength(6);
      expect(whispersToOthers()).toContainEqual({ to: "U0NOBODY", text: notYours });
      expect(slack.messages).toHaveLength(before);
      expect(slack.viewOf({ ...harbour, user: "U0BOSS" })).toBeUndefined();
    });

    it("reports that the mail no longer exists", async () => {
      const { message: one } = await posted(ada);
      await ada.person.client.call("DELETE /imap/{id}", { id: ada.accountId });
      await slack.clickButton(harbour, one, { actionId: "inlet_archive" });
      const gone = { to: "U0ADA", text: "This email is no longer in Inlet." };
      await expect.poll(() => slack.whispers.at(-1)).toEqual(gone);
    });

    it("does nothing after the workspace was disconnected", async () => {
      const { id, message: one } = await posted(ada);
      await ada.person.client.call("DELETE /api/slack/disconnect/{slack_team_id}", {
        slack_team_id: "T0HARBOUR",
      });
      const before = slack.calls.length;
      await slack.clickButton(harbour, one, { actionId: "inlet_archive" });
      expect(await folderOf(ada.person, id)).not.toBe("archive");
      expect(slack.calls).toHaveLength(before);
    });
  });

  describe("an answer", () => {
    const outgoing = async () => (await ada.person.client.call("GET /email/outbox", {})).outgoing;
    const canSend = () =>
      app.database.kysely
        .updateTable("accounts")
        .set({ smtp_host: "smtp.example.org", smtp_port: 465, smtp_tls: 1 })
        .where("user_id", "=", UserId.parse(ada.person.user.id))
        .execute();

    it("is shown before it is sent, and is sent once when the user confirms", async () => {
      await canSend();
      const { message: one } = await posted(ada);
      await slack.clickButton(harbour, one, { actionId: "inlet_reply" });
      await expect.poll(() => slack.viewOf(harbour)).toBeTruthy();
      const view = slack.viewOf(harbour)?.view;
      expect(readMessage(view?.blocks ?? []).words).toContain(
        "To Grace Hopper <grace@example.com>",
      );
      expect(readMessage(view?.blocks ?? []).words).toContain("Re: Subject 1");
      expect(await outgoing()).toEqual([]);
      const answer = await slack.submit(harbour, { words: "I will be there." });
      expect(await answer.json()).toEqual({ response_action: "clear" });
      expect(await outgoing()).toMatchObject([
        {
          draft: {
            to: "Grace Hopper <grace@example.com>",
            subject: "Re: Subject 1",
            content: "I will be there.",
          },
        },
      ]);
      const sent = { to: "U0ADA", text: "Your reply to Grace Hopper is on its way." };
      await expect.poll(() => slack.whispers.at(-1)).toEqual(sent);
    });

    it("is not closed, and shows the reason, if it cannot be sent", async () => {
      const { message: one } = await posted(ada);
      await slack.clickButton(harbour, one, { actionId: "inlet_reply" });
      await expect.poll(() => slack.viewOf(harbour)).toBeTruthy();
      const blank = await slack.submit(harbour, { words: "   " });
      expect(await blank.json()).toMatchObject({ errors: { reply: "Write something first." } });
      const refused = await slack.submit(harbour, { words: "Hello" });
      expect(await refused.json()).toMatchObject({ response_action: "errors" });
      expect(await outgoing()).toEqual([]);
      await canSend();
      const sent = await slack.submit(harbour, { words: "Hello" });
      expect(await sent.json()).toEqual({ response_action: "clear" });
      expect(await outgoing()).toHaveLength(1);
    });
  });

  describe("a request", () => {
    const body = "payload=%7B%7D";
    it.each(["/api/slack/interactions", "/api/slack/events"])(
      "without a recent signature by Slack is refused at %s",
      async (path) => {
        const now = Math.floor(app.clock.now() / 1000);
        const status = async (options: Parameters<SlackServer["send"]>[2]) =>
          (await slack.send(path, body, options)).status;
        expect(await status({ timestamp: now })).toBe(200);
        expect(await status({ timestamp: now - 301 })).toBe(401);
        expect(await status({ timestamp: now + 301 })).toBe(401);
        expect(await status({ secret: "guessed" })).toBe(401);
        expect(await status({ headers: { "x-slack-signature": "" } })).toBe(401);
        const bare = await fetch(app.origin + path, { method: "POST", body });
        expect(bare.status).toBe(401);
      },
    );

    it("that was not offered does nothing", async () => {
      for (const payload of [
        "",
        "no json",
        "[]",
        '{"type":"block_actions"}',
        '{"type":"shortcut"}',
      ]) {
        const sent = new URLSearchParams({ payload }).toString();
        expect((await slack.send("/api/slack/interactions", sent)).status).toBe(200);
      }
    });
  });
});
