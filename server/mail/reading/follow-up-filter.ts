import type { FollowUpKind } from "@inlet/contract/ai/follow-ups.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { MailContext } from "#/mail/context.ts";

/** Returns the filter of a list by messages for the side that owes an answer; without a side, an empty one. */
export async function followUpFilter(
  mail: MailContext,
  userId: UserId,
  kind: FollowUpKind | undefined,
): Promise<{ ids?: MessageId[] }> {
  if (kind === undefined) return {};
  // A list without its filter would be too long, and a change of all its messages would change the rest, too.
  if (!mail.findFollowUps) throw new Error("this process cannot list follow-ups");
  return { ids: await mail.findFollowUps(userId, kind) };
}
