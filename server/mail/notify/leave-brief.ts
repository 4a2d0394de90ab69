import type { UserId } from "@inlet/contract/ids.ts";
import { userById } from "#/store/users.ts";
import type { MailContext } from "../context.ts";
import { choosePreferences, readPreferences } from "../preferences.ts";

/** Sends a person their brief by mail no more; where else they are told of it stays as they chose. */
export async function leaveBriefByMail(mail: MailContext, userId: UserId): Promise<void> {
  // Whoever is gone gets none either.
  if ((await userById(mail.database.reader, userId)) === undefined) return;
  const { notifications } = await readPreferences(mail, userId);
  await choosePreferences(mail, userId, {
    notifications: { ...notifications, summaryByMail: false },
  });
}
