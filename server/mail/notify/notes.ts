import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Note } from "@inlet/contract/notifications.ts";
import type { MailPreferences } from "@inlet/contract/settings.ts";
import { accountsOf } from "#/store/accounts.ts";
import { getMessages } from "#/store/messages.ts";
import type { MessageRow } from "#/store/tables.ts";
import type { MailContext } from "../context.ts";
import { readPreferences } from "../preferences.ts";
import { addressesOf } from "../present.ts";

/** More at once are told of together. */
const eachUpTo = 3;
const titleLength = 80;
const subjectLength = 160;
const previewLength = 140;

/** How a person is told of these messages, in their order of arrival; of none that was read meanwhile. */
export async function describeMail(
  mail: Pick<MailContext, "database">,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Note[]> {
  const { reader } = mail.database;
  const { notifications } = await readPreferences(mail, userId);
  const rows = (await getMessages(reader, userId, ids)).filter((row) => row.is_seen === 0);
  if (rows.length > eachUpTo) return [noteOfMany(rows, notifications)];
  const accounts = await accountsOf(reader, userId);
  // With one account it goes without saying.
  const named = accounts.length > 1 ? accounts : [];
  return rows.toReversed().map((row) => {
    const account = named.find(({ id }) => id === row.account_id);
    return noteOf(row, account?.name || account?.account_mail || "", notifications);
  });
}

type Choices = Pick<MailPreferences["notifications"], "detail" | "sound">;

function noteOf(row: MessageRow, account: string, { detail, sound }: Choices): Note {
  const subject = shortened(row.subject, subjectLength) || "(No Subject)";
  const preview = detail === "full" ? shortened(row.preview, previewLength) : "";
  const told = detail === "none" ? [account] : [subject, preview, account];
  return {
    title: detail === "none" ? "New email" : senderOf(row),
    body: told.filter((line) => line !== "").join("\n"),
    tag: `mail ${row.id}`,
    emailId: row.id,
    isSilent: !sound,
  };
}

function noteOfMany(rows: readonly MessageRow[], { detail, sound }: Choices): Note {
  const senders = [...new Set(rows.map(senderOf))];
  const more = senders.length - eachUpTo;
  const named = senders.slice(0, eachUpTo).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return {
    title: `${rows.length} new emails`,
    body: detail === "none" ? "" : named,
    // The newest names the group, so that what is told twice is shown once.
    tag: `mails ${rows[0]?.id}`,
    emailId: null,
    isSilent: !sound,
  };
}

function senderOf(row: MessageRow): string {
  const [from] = addressesOf(row.from_json);
  return shortened(from?.name || from?.address || "", titleLength) || "Unknown";
}

/** On one line, and not cut inside of a character. */
function shortened(text: string, length: number): string {
  const plain = text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
  const characters = Array.from(plain);
  return characters.length <= length ? plain : `${characters.slice(0, length - 1).join("")}…`;
}
