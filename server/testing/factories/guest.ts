import { IdentityId, type MessageId } from "@inlet/contract/ids.ts";
import type { InvitationAnswer } from "@inlet/contract/integrations/invitations.ts";
import { randomId } from "#/base/random-id.ts";
import { type CalendarMail, ingestedCalendarMail } from "#/testing/mailboxes/calendar-mail.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser } from "./user.ts";
import type { RealApp } from "#/testing/apps/real-app.ts";
import { aMessage } from "#/testing/apps/published-calls.ts";

let people = 0;

/** A user with a mailbox who is invited to events. */
export type Guest = Awaited<ReturnType<typeof aGuest>>;

/** Creates a guest, with functions for their actions. */
export async function aGuest(app: RealApp) {
  const name = `Ben${people++}`;
  const ben = await signUpUser(app.origin, name);
  const mailbox = await aMailbox(app.execute, ben.user.id, name.toLowerCase());
  const self = `${name.toLowerCase()}@example.org`;
  let uid = 10;
  const folders = await app.execute("folders.save", {
    userId: ben.user.id,
    accountId: mailbox.accountId,
    folders: [
      { path: "INBOX", name: "INBOX", role: "inbox" },
      { path: "Sent", name: "Sent", role: "sent" },
      { path: "Junk", name: "Junk", role: "spam" },
    ],
  });
  const folderOf = (role: "inbox" | "sent" | "spam") =>
    folders.find((folder) => folder.role === role)?.id ?? mailbox.folderId;

  /** Stores a received message about an event, or with `isOwn` one in Sent; with `isForged` it claims to be the user's own. */
  async function came(
    mail: Partial<CalendarMail> = {},
    { isOwn = false, isForged = false, isSpam = false } = {},
  ): Promise<MessageId> {
    const given = {
      from: "Ann <ann@example.net>",
      to: self,
      attendees: [`CN=Ben:mailto:${self}`],
      ...mail,
    };
    const message = await ingestedCalendarMail(given);
    const [stored] = await app.execute("messages.takeIn", {
      userId: ben.user.id,
      accountId: mailbox.accountId,
      folderId: folderOf(isSpam ? "spam" : isOwn ? "sent" : "inbox"),
      messages: [
        {
          ...aMessage({ uid: uid++, isOwn: isOwn || isForged }),
          message,
          duplicateKey: message.messageId,
        },
      ],
    });
    if (stored === undefined) throw new Error("nothing was stored");
    return stored.messageId;
  }
  const read = async (emailId: MessageId) =>
    (await ben.client.call("GET /email/{emailId}/invitation", { emailId })).invitation;
  const answer = (emailId: MessageId, choice: InvitationAnswer, undoSeconds = 0) =>
    ben.client.call("POST /email/{emailId}/invitation", { emailId, answer: choice, undoSeconds });
  async function aSecondAddress(): Promise<string> {
    const address = `second.${self}`;
    const { accountId } = mailbox;
    const id = IdentityId.parse(randomId());
    await ben.client.call("PUT /identities/{id}", { id, accountId, name: "Ben", address });
    return address;
  }
  const outgoing = async () =>
    app.database.reader
      .selectFrom("outbox")
      .select(["id", "raw", "envelope_json", "state"])
      .where("user_id", "=", ben.user.id)
      .where("idempotency_key", "like", "invitation %")
      .orderBy("created_at")
      .orderBy("id")
      .execute();
  return { ben, mailbox, self, came, read, answer, aSecondAddress, outgoing };
}
