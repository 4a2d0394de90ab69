import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { defaultLanguage } from "@inlet/contract/languages.ts";
import type { Note } from "@inlet/contract/mail/notifications.ts";
import type { MailPreferences } from "@inlet/contract/mail/settings.ts";
import { accountsOf } from "#/store/accounts/queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { type Texts, textsIn } from "#/texts/texts.ts";
import type { MailContext } from "../context.ts";
import { readPreferences } from "../accounts/preferences.ts";
import { addressesOf } from "../reading/present-row.ts";

/** Maximum number of separate notifications; more messages at once share one. */
const eachUpTo = 3;
const titleLength = 80;
const subjectLength = 160;
const previewLength = 140;

/** Returns the notifications of the given messages, in their order of arrival, without those that were read since. */
export async function describeMail(
  mail: Pick<MailContext, "database">,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Note[]> {
  const { reader } = mail.database;
  const { notifications, locale } = await readPreferences(mail, userId);
  const rows = (await getMessages(reader, userId, ids)).filter((row) => row.is_seen === 0);
  const choices = { ...notifications, words: textsIn(locale ?? defaultLanguage).notes };
  if (rows.length > eachUpTo) return [notificationOfMany(rows, choices)];
  const accounts = await accountsOf(reader, userId);
  // With one account, its name is left out.
  const named = accounts.length > 1 ? accounts : [];
  return rows.toReversed().map((row) => {
    const account = named.find(({ id }) => id === row.account_id);
    return notificationOf(row, account?.name || account?.account_mail || "", choices);
  });
}

type Choices = Pick<MailPreferences["notifications"], "detail" | "sound"> & {
  words: Texts["notes"];
};

function notificationOf(row: MessageRow, account: string, { detail, sound, words }: Choices): Note {
  const subject = shortened(row.subject, subjectLength) || words.noSubject;
  const preview = detail === "full" ? shortened(row.preview, previewLength) : "";
  const lines = detail === "none" ? [account] : [subject, preview, account];
  return {
    title: detail === "none" ? words.newMail : senderOf(row, words),
    body: lines.filter((line) => line !== "").join("\n"),
    tag: `mail ${row.id}`,
    emailId: row.id,
    isSilent: !sound,
  };
}

function notificationOfMany(rows: readonly MessageRow[], { detail, sound, words }: Choices): Note {
  const senders = [...new Set(rows.map((row) => senderOf(row, words)))];
  const more = senders.length - eachUpTo;
  const names = senders.slice(0, eachUpTo).join(", ");
  const named = more > 0 ? words.andMore(names, more) : names;
  return {
    title: words.many(rows.length),
    body: detail === "none" ? "" : named,
    // The newest message names the group, so a repeated notification is shown once.
    tag: `mails ${rows[0]?.id}`,
    emailId: null,
    isSilent: !sound,
  };
}

function senderOf(row: MessageRow, words: Texts["notes"]): string {
  const [from] = addressesOf(row.from_json);
  return shortened(from?.name || from?.address || "", titleLength) || words.unknownSender;
}

/** Returns the text on one line, cut between characters. */
function shortened(text: string, length: number): string {
  const plain = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  const characters = Array.from(plain);
  return characters.length <= length ? plain : `${characters.slice(0, length - 1).join("")}…`;
}
