import { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { AiContext } from "#/ai/context.ts";
import { suggestReplies } from "#/ai/replies/suggest-replies.ts";
import { summarizeEmail } from "#/ai/summaries/summarize-email.ts";
import { Failure } from "#/base/failure.ts";
import type { SlackMailActions } from "#/integrations/slack/receive-interaction.ts";
import type { About, Snooze } from "#/integrations/slack/write-mail.ts";
import type { MailContext } from "#/mail/context.ts";
import { changeMail } from "#/mail/filing/filing.ts";
import { senderOf } from "#/mail/sending/identities.ts";
import { dayAfter, timeOn, wallClock } from "#/mail/notify/wall-clock.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import { readMail } from "#/mail/reading/reading.ts";
import { queueMail } from "#/mail/sending/sending.ts";

/** Returns the mail actions for Slack: the same functions that the API calls. */
export function slackActions(mail: MailContext, ai: AiContext): SlackMailActions {
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
      // A model takes a second or more: too long for a form that must open within three.
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

/** Returns the subject of a reply, with exactly one "Re:". */
function answerTo(subject: string): string {
  return `Re: ${subject.replace(/^\s*(?:re\s*(?:\[\d+\]\s*)?:\s*)+/i, "").trim()}`.trim();
}

const laterMs = 3 * 3600_000;
const morning = 8 * 60;

/** Returns the time of a snooze in the user's time zone. */
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
