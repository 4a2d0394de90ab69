import type { AccountId, FolderId } from "@inlet/contract/ids.ts";
import { UserId } from "@inlet/contract/ids.ts";
import type { SignedUpUser } from "#/testing/factories/user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

const day = (date: string) => Date.parse(date);
export const anna = { name: "Anna Berg", address: "anna@berg.example" };
const bank = { name: "Harbour Bank", address: "service@harbour.example" };

interface QuestionedMessage {
  from: { name: string; address: string }[];
  subject: string;
  text: string;
  date: string;
  flags?: string[];
}

/** Messages that answer the user's questions. */
export const questionedMessages: readonly QuestionedMessage[] = [
  {
    from: [anna],
    subject: "Offsite in Lisbon",
    text: "Hi Ada,\n\nthe offsite takes place on 12 March 2027 at 10:00 in Lisbon. Please book your flight soon.\n\nBest,\nAnna",
    date: "2026-11-18T09:00:00Z",
  },
  {
    from: [bank],
    subject: "Your statement",
    text: "Your card ending 4605 was charged $2,099.00 by Mixpanel. Questions? Reply to this mail.",
    date: "2026-11-19T09:00:00Z",
  },
  {
    from: [anna],
    subject: "Lunch",
    text: "Shall we have lunch together? The new ramen place is open.",
    date: "2026-11-20T09:00:00Z",
    flags: ["\\Seen"],
  },
  {
    from: [{ name: "Piotr Nowak", address: "piotr@nowak.example" }],
    subject: "Contract draft",
    text: "The signed contract is with legal now. Marta will send it back.",
    date: "2026-10-02T09:00:00Z",
  },
];

/** Creates an account of this user with these messages in its inbox. */
export async function aBoxOf(
  app: RealApp,
  person: SignedUpUser,
  emails: readonly QuestionedMessage[],
): Promise<{ accountId: AccountId; folderId: FolderId }> {
  const userId = UserId.parse(person.user.id);
  const accountId = await anAccount(app.execute, userId);
  const [inbox] = await someFolders(app.execute, userId, accountId);
  if (!inbox) throw new Error("The inbox was not made.");
  const folderId = inbox.id;
  await receive(app, person, { accountId, folderId, mails: emails, after: 0 });
  return { accountId, folderId };
}

/** Stores further messages in a folder; `after` is its highest UID. */
export async function receive(
  app: RealApp,
  person: SignedUpUser,
  to: {
    accountId: AccountId;
    folderId: FolderId;
    mails: readonly QuestionedMessage[];
    after: number;
  },
): Promise<void> {
  const { accountId, folderId, mails: emails, after } = to;
  const messages = emails.map(({ date, flags, ...message }, index) =>
    aMessage({
      uid: after + index + 1,
      internalDate: day(date),
      flags: flags ?? [],
      message: { ...message, messageId: `${after + index}@${accountId}` },
    }),
  );
  await app.execute("messages.takeIn", {
    userId: UserId.parse(person.user.id),
    accountId,
    folderId,
    messages,
  });
}
