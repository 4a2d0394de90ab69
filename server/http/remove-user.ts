import type { UserId } from "@inlet/contract/ids.ts";
import type { AppContext } from "#/http/context.ts";
import { removeUserData } from "#/mail/accounts/remove-user-data.ts";

/** Disconnects the user's integrations, then deletes all data of the user, including files. */
export async function removeUser(
  { integrations, mail }: Pick<AppContext, "integrations" | "mail">,
  userId: UserId,
): Promise<void> {
  await integrations.manager.disconnectAll(userId);
  await removeUserData(mail, userId);
}
