import type { UserId } from "@inlet/contract/ids.ts";
import { userById } from "#/store/users/queries.ts";
import type { MailContext } from "../context.ts";
import { choosePreferences, readPreferences } from "../accounts/preferences.ts";

/** Stops sending a user their brief by mail; their other notifications do not change. */
export async function leaveBriefByMail(mail: MailContext, userId: UserId): Promise<void> {
  // A deleted user gets no brief either.
  if ((await userById(mail.database.reader, userId)) === undefined) return;
  const { notifications } = await readPreferences(mail, userId);
  await choosePreferences(mail, userId, {
    notifications: { ...notifications, summaryByMail: false },
  });
}
