import type { Category } from "@inlet/contract/mail/email.ts";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { usualPreferences } from "@inlet/contract/mail/default-preferences.ts";
import { classifyArrived } from "#/ai/classify/classification.ts";
import { summarizeArrived } from "#/ai/summaries/summarize-arrived.ts";
import { createLog } from "#/base/log.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";
import type { Notifications } from "#/testing/apps/push-trial.ts";

const hourMs = 3600_000;

type Holding = NonNullable<Parameters<typeof aMessage>[0]> & { hoursAgo: number; role?: string };

/** A user who wants a brief every day, with classified and summarized mail. */
interface BriefReader {
  person: SignedUpUser;
  userId: UserId;
  /** Stores a message received some hours ago, with the category that the user chose. */
  holds: (given: Holding, category?: Category) => Promise<MessageId>;
  choose: (chosen?: Partial<typeof usualPreferences.notifications>) => Promise<unknown>;
}

/** Creates a user in Berlin with an inbox, a Sent folder and Spam. */
export async function aBriefReader(captured: Notifications): Promise<BriefReader> {
  const ai = { ...captured.mail, log: createLog("silent") };
  const { person, userId, number } = await captured.aReader();
  const { execute } = captured.app;
  const accountId = await anAccount(execute, userId, `brief${number}@example.org`);
  const folders = await someFolders(execute, userId, accountId, ["inbox", "sent", "spam", "trash"]);
  let uid = 100;
  const holds = async (
    { hoursAgo, role = "inbox", ...given }: Holding,
    category?: Category,
  ): Promise<MessageId> => {
    uid += 1;
    const folderId = folders.find((folder) => folder.role === role)?.id ?? ("" as never);
    const messageId = `${userId}.${uid}@example.org`;
    const one = aMessage({
      uid,
      internalDate: captured.app.clock.time - hoursAgo * hourMs,
      ...given,
      message: {
        messageId,
        to: [{ name: "Reader", address: `brief${number}@example.org` }],
        ...given.message,
      },
    });
    const [ingested] = await execute("messages.takeIn", {
      userId,
      accountId,
      folderId,
      messages: [one],
    });
    if (!ingested) throw new Error("not taken in");
    await classifyArrived(ai, { userId, messageId: ingested.messageId });
    await summarizeArrived(ai, { userId, messageId: ingested.messageId });
    if (category) {
      await execute("messages.change", {
        userId,
        messageIds: [ingested.messageId],
        change: { category },
      });
    }
    return ingested.messageId;
  };
  const choose = (chosen: Partial<typeof usualPreferences.notifications> = {}) =>
    person.client.call("PUT /user/preferences", {
      notifications: {
        ...usualPreferences.notifications,
        dailySummary: true,
        timeZone: "Europe/Berlin",
        summaryHour: 11,
        desktop: true,
        ...chosen,
      },
    });
  await choose();
  return { person, userId, holds, choose };
}
