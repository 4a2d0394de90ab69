import type { UserId } from "@inlet/contract/ids.ts";
import type { AppContext } from "#/http/context.ts";
import { removePerson } from "#/mail/remove-person.ts";

/** Deletes everything of a user, files included, after their integrations were disconnected. */
export async function removeUser(
  { integrations, mail }: Pick<AppContext, "integrations" | "mail">,
  userId: UserId,
): Promise<void> {
  await integrations.manager.letGo(userId);
  await removePerson(mail, userId);
}
