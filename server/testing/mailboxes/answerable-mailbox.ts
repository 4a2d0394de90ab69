import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";
import { anAccount } from "./mailbox.ts";

interface Answerable {
  fromName?: string;
  fromAddress?: string;
  subject?: string;
  text?: string;
  html?: string;
  at?: number;
  isOwn?: boolean;
  signs?: IncomingMessage["message"]["signs"];
  /** The Message-ID, without angle brackets. */
  messageId?: string;
  to?: { name: string; address: string }[];
  /** The folder; by default the inbox, or Sent for an own message. */
  folder?: "drafts" | "archive";
  /** Messages that name the same key are in one conversation; a message with several keys joins them. */
  thread?: string | string[];
}

export interface AnswerableMailbox {
  receive: (mail: Answerable) => Promise<MessageId>;
  send: (mail: Answerable) => Promise<MessageId>;
}

/** Creates an account with an inbox and sent mail, for tests of unanswered messages. */
export async function anAnswerableMailbox(
  execute: Execute,
  userId: UserId,
  word: string,
): Promise<AnswerableMailbox> {
  const account = anAccount(userId, word);
  await execute("account.add", account);
  const owner = { userId, accountId: account.id };
  const folders = await execute("folders.save", {
    ...owner,
    folders: [
      { path: "INBOX", name: "INBOX", role: "inbox" },
      { path: "Sent", name: "Sent", role: "sent" },
      { path: "Drafts", name: "Drafts", role: "drafts" },
      { path: "Archive", name: "Archive", role: "archive" },
    ],
  });
  const [inbox, sent, drafts, archive] = ["INBOX", "Sent", "Drafts", "Archive"].map((name) =>
    folders.find((folder) => folder.path === name),
  );
  if (!inbox || !sent || !drafts || !archive) throw new Error("The folders were not saved.");
  let uid = 0;
  const take = async (folderId: typeof inbox.id, mail: Answerable): Promise<MessageId> => {
    const messages = [aMail(++uid, mail)];
    const other = mail.folder === "drafts" ? drafts : mail.folder === "archive" ? archive : null;
    const into = other?.id ?? folderId;
    const [ingested] = await execute("messages.takeIn", { ...owner, folderId: into, messages });
    if (!ingested) throw new Error("The message was not taken in.");
    return ingested.messageId;
  };
  return {
    receive: (mail) => take(inbox.id, mail),
    send: (mail) => take(sent.id, { isOwn: true, ...mail }),
  };
}

function aMail(uid: number, mail: Answerable): IncomingMessage {
  const { fromName = "Maria Lindqvist", fromAddress = "maria@example.com" } = mail;
  const { subject = "Hello", text = "", html = "", isOwn = false, signs = {} } = mail;
  const id = mail.messageId ?? `${randomId()}@example.com`;
  const { to = [{ name: "Anna", address: "anna@example.org" }] } = mail;
  return {
    uid,
    flags: [],
    internalDate: mail.at ?? Date.UTC(2026, 10, 16, 9) + uid * 60_000,
    sizeBytes: 1000,
    isLive: true,
    message: {
      messageId: id,
      inReplyTo: "",
      references: [],
      cc: [],
      bcc: [],
      replyTo: [],
      from: [{ name: fromName, address: fromAddress }],
      to,
      subject,
      text,
      html,
      preview: text.slice(0, 200),
      signs,
      remoteImages: 0,
      notice: "",
    },
    marks: [],
    words: { sender: fromName, recipients: "", subject, body: text },
    attachments: [],
    isOwn,
    duplicateKey: id,
    threadKeys: [mail.thread ?? id].flat(),
  };
}
