import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/failure.ts";
import type { MailActions } from "#/integrations/core/actions.ts";
import type { MailContext } from "#/mail/context.ts";
import { changeMail } from "#/mail/filing/filing.ts";
import { dayAfter, timeOn, wallClock } from "#/mail/notify/wall-clock.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import { addressesOf, writtenAddress } from "#/mail/reading/present-row.ts";
import { requireMessage } from "#/mail/reading/reading.ts";
import { queueMail } from "#/mail/sending/sending.ts";
import { isDisabled } from "#/store/administration/user-queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";

/** Time of day at which a snoozed email returns, in minutes. */
const morning = 8 * 60;

/** Returns the actions on mail for chats: the app's own, under the same rules. */
export function mailActions(
  mail: MailContext,
  summarize: (userId: UserId, emailId: MessageId) => Promise<{ summary: string }>,
): MailActions {
  return whileLetIn(mail, {
    async archive({ userId, emailId, onceKey: idempotencyKey }) {
      await changeMail(mail, userId, { emailId, folder: "archive" }, { idempotencyKey });
    },
    async snooze({ userId, emailId, onceKey: idempotencyKey }) {
      const { notifications } = await readPreferences(mail, userId);
      const { day } = wallClock(notifications.timeZone, mail.clock.now());
      const until = timeOn(notifications.timeZone, dayAfter(day, 1), morning);
      const snoozeUntil = new Date(until).toISOString();
      await changeMail(mail, userId, { emailId, snoozeUntil }, { idempotencyKey });
    },
    async summarize({ userId, emailId }) {
      return (await summarize(userId, emailId)).summary;
    },
    async recipients({ userId, emailId }) {
      const row = await requireMessage(mail, userId, emailId);
      return recipientsOf(row).map(({ address }) => address);
    },
    async reply({ userId, emailId, text, onceKey: idempotencyKey }) {
      const row = await requireMessage(mail, userId, emailId);
      const to = recipientsOf(row);
      const subject = /^re:/i.test(row.subject) ? row.subject : `Re: ${row.subject}`;
      const form = {
        accountId: row.account_id,
        to: to.map(writtenAddress),
        subject: subject.slice(0, limits.searchMaxLength),
        content: text,
        inReplyTo: emailId,
        requestReceipt: false,
        undoSeconds: 0,
      };
      await queueMail(mail, userId, form, { idempotencyKey });
      return to.map(({ address }) => address);
    },
  });
}

/** A disabled user cannot act from a chat: each action then fails with login.disabled. */
function whileLetIn(mail: MailContext, actions: MailActions): MailActions {
  const check = async ({ userId }: { userId: UserId }) => {
    if (await isDisabled(mail.database.reader, userId)) throw new Failure("login.disabled");
  };
  return {
    archive: async (action) => check(action).then(() => actions.archive(action)),
    snooze: async (action) => check(action).then(() => actions.snooze(action)),
    summarize: async (about) => check(about).then(() => actions.summarize(about)),
    recipients: async (about) => check(about).then(() => actions.recipients(about)),
    reply: async (action) => check(action).then(() => actions.reply(action)),
  };
}

function recipientsOf(row: Pick<MessageRow, "reply_to_json" | "from_json">) {
  const requested = addressesOf(row.reply_to_json);
  const to = requested.length > 0 ? requested : addressesOf(row.from_json);
  if (to.length === 0) throw new Failure("send.no_recipient");
  return to;
}
