import type { Label, saveLabel } from "@inlet/contract/mail/filing.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { labelsOf, unreadOfLabels } from "#/store/labels/queries.ts";
import type { MailContext } from "#/mail/context.ts";

/** Returns the user's labels by name. */
export async function listMailLabels(mail: MailContext, userId: UserId): Promise<Label[]> {
  const { reader } = mail.database;
  const rows = await labelsOf(reader, userId);
  const unread = await unreadOfLabels(reader, userId);
  return rows.map(({ name, name_key: key, color }) => ({
    name,
    color,
    unread: unread.get(key) ?? 0,
  }));
}

/** Creates or changes a label. A new name is applied to all its messages. Throws label.exists. */
export async function saveMailLabel(
  mail: MailContext,
  userId: UserId,
  { name, newName, color }: z.output<typeof saveLabel.input>,
): Promise<Label> {
  const row = await mail.execute("label.save", {
    userId,
    name,
    ...(newName === undefined ? {} : { newName }),
    ...(color === undefined ? {} : { color }),
  });
  if (row === null) throw new Failure("label.exists");
  const isRenamed = newName !== undefined && newName.toLowerCase() !== name.toLowerCase();
  if (isRenamed) await relabel(mail, userId, name, [newName]);
  const unread = await unreadOfLabels(mail.database.reader, userId);
  return { name: row.name, color: row.color, unread: unread.get(row.name_key) ?? 0 };
}

/** Deletes a label and removes it from all messages. */
export async function removeMailLabel(
  mail: MailContext,
  userId: UserId,
  name: string,
): Promise<void> {
  await mail.execute("label.remove", { userId, name });
  await relabel(mail, userId, name, []);
}

/** Changes every message with the label: the first at once, the rest as a job. */
async function relabel(
  mail: MailContext,
  userId: UserId,
  name: string,
  add: string[],
): Promise<void> {
  const change = { labels: { add, remove: [name] } };
  await mail.execute("bulk.start", { userId, selection: { list: "", label: name }, change });
}
