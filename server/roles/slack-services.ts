import type { SlackWorkspace } from "@inlet/contract/slack.ts";
import { MessageId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/fail.ts";
import type { Services } from "#/http/services.ts";
import type { IntegrationManager } from "#/integrations/core/manage.ts";
import { beginLink, channelsOf, choosePlace, finishLink } from "#/integrations/slack/link.ts";
import { type MailDeeds, receiveEvent, receiveInteraction } from "#/integrations/slack/receive.ts";
import type { SlackSettings } from "#/integrations/slack/slack-api.ts";
import { workspacesOf } from "#/integrations/slack/workspace.ts";
import type { About, Snooze } from "#/integrations/slack/write-mail.ts";
import type { MailContext } from "#/mail/context.ts";
import { changeMail } from "#/mail/filing.ts";
import { senderOf } from "#/mail/identities.ts";
import { dayAfter, timeOn, wallClock } from "#/mail/notify/wall-clock.ts";
import { readPreferences } from "#/mail/preferences.ts";
import { readMail } from "#/mail/reading.ts";
import { queueMail } from "#/mail/sending.ts";
import type { AiContext } from "#/ai/context.ts";
import { suggestReplies } from "#/ai/replies/suggest-replies.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";

interface Parts {
  settings: SlackSettings | null;
  integrations: IntegrationManager;
  ai: AiContext;
}

/** What people do with Slack: in the settings, and from there with their mail. */
export function slackServices(
  mail: MailContext & { publicUrl: string },
  { settings, integrations, ai }: Parts,
): Services["slack"] {
  const core = { ...mail, slack: settings };
  const deeds = slackDeeds(mail, ai);

  async function list(userId: UserId): Promise<SlackWorkspace[]> {
    const told = (await integrations.list(userId, "slack")).integrations;
    return (await workspacesOf(mail, userId)).flatMap((workspace) => {
      const integration = told.find(({ id }) => id === workspace.id);
      if (!integration) return [];
      const { teamName, botUserId, userId: slackUserId, place } = workspace.config;
      return {
        slack_team_id: workspace.externalId,
        slack_team_name: teamName,
        slack_bot_user_id: botUserId,
        slack_user_id: slackUserId,
        created_at: new Date(workspace.createdAt).toISOString(),
        integration,
        // A person's direct messages are "" to whoever chooses.
        place: place && { id: place.isDirect ? "" : place.id, name: place.name },
        hasBrief: workspace.hasBrief,
      };
    });
  }

  async function read(userId: UserId, teamId: string): Promise<SlackWorkspace> {
    const one = (await list(userId)).find(({ slack_team_id: id }) => id === teamId);
    if (!one) throw new Failure("slack.not_connected");
    return one;
  }

  return {
    isSetUp: settings !== null,
    list,
    begin: (caller, redirectUri) => beginLink(core, caller, redirectUri),
    finish: async (caller, query) => {
      const teamId = await finishLink(core, caller, query);
      return read(caller.userId, teamId);
    },
    channels: (userId, teamId) => channelsOf(core, userId, teamId),
    async place(userId, { slack_team_id: teamId, ...chosen }) {
      await choosePlace(core, userId, { teamId, ...chosen });
      return read(userId, teamId);
    },
    async disconnect(userId, teamId) {
      const { integration } = await read(userId, teamId);
      await integrations.remove(userId, integration.id);
    },
    interaction: (request) => receiveInteraction(core, deeds, request),
    event: (request) => receiveEvent(core, request),
  };
}

/** What is done with mail from Slack: the very functions that the page's calls end in. */
function slackDeeds(mail: MailContext, ai: AiContext): MailDeeds {
  return {
    async archive(about, idempotencyKey) {
      const { userId, emailId } = idsOf(about);
      await changeMail(mail, userId, { emailId, folder: "archive" }, { idempotencyKey });
    },
    async snooze(about, when, idempotencyKey) {
      const { userId, emailId } = idsOf(about);
      const until = await untilOf(mail, userId, when);
      const snoozeUntil = new Date(until.at).toISOString();
      await changeMail(mail, userId, { emailId, snoozeUntil }, { idempotencyKey });
      return until.words;
    },
    async summarize(about) {
      const { userId, emailId } = idsOf(about);
      return (await summarizeEmail(ai, userId, emailId)).summary;
    },
    async draft(about) {
      const { userId, emailId } = idsOf(about);
      const email = await readMail(mail, userId, emailId);
      if (email.replyTo.length === 0) return null;
      const from = await senderOf(mail, userId, {
        accountId: email.accountId,
        answeredId: emailId,
      });
      // What takes a second is too long for a form that must open within three.
      const asked = { emailId, context: "", engine: "local" as const };
      const { suggestions } = await suggestReplies(ai, userId, asked);
      return {
        from: from.name === "" ? from.address : `${from.name} (${from.address})`,
        to: email.replyTo.join(", "),
        subject: answerTo(email.subject),
        words: suggestions[0] ?? "",
      };
    },
    async send(about, content, idempotencyKey) {
      const { userId, emailId } = idsOf(about);
      try {
        const email = await readMail(mail, userId, emailId);
        await queueMail(
          mail,
          userId,
          {
            accountId: email.accountId,
            to: email.replyTo,
            subject: answerTo(email.subject),
            content,
            inReplyTo: emailId,
            requestReceipt: false,
            undoSeconds: 0,
          },
          { idempotencyKey },
        );
        return "";
      } catch (error) {
        if (error instanceof Failure) return error.message;
        throw error;
      }
    },
  };
}

function idsOf({ userId, messageId }: About): { userId: UserId; emailId: MessageId } {
  return { userId: UserId.parse(userId), emailId: MessageId.parse(messageId) };
}

/** One "Re:", however often it went to and fro. */
function answerTo(subject: string): string {
  return `Re: ${subject.replace(/^\s*(?:re\s*(?:\[\d+\]\s*)?:\s*)+/i, "").trim()}`.trim();
}

const laterMs = 3 * 3600_000;
const morning = 8 * 60;

/** By the clock on the person's wall. */
async function untilOf(
  mail: MailContext,
  userId: UserId,
  when: Snooze,
): Promise<{ at: number; words: string }> {
  const { notifications } = await readPreferences(mail, userId);
  const { timeZone } = notifications;
  const now = mail.clock.now();
  const at = () => {
    const { day } = wallClock(timeZone, now);
    switch (when) {
      case "later":
        return now + laterMs;
      case "tomorrow":
        return timeOn(timeZone, dayAfter(day, 1), morning);
      case "week": {
        const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
        return timeOn(timeZone, dayAfter(day, (8 - weekday) % 7 || 7), morning);
      }
    }
  };
  const time = at();
  const words = new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timeZone || "UTC",
  });
  return { at: time, words: words.format(time) };
}
