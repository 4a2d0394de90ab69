import {
  AccountId,
  type FolderId,
  type MessageId,
  OutboxId,
  type UserId,
} from "@inlet/contract/ids.ts";
import { randomId } from "#/base/random-id.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { NewOutgoing } from "#/store/outbox/commands.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import type { IncomingMessage } from "#/store/messages/ingest-types.ts";

export interface Mailbox {
  accountId: AccountId;
  folderId: FolderId;
  messageId: MessageId;
  outboxId: OutboxId;
}

/** Creates a connected account with one message in its inbox and one in the outbox. All their texts contain `word`. */
export async function aMailbox(execute: Execute, userId: UserId, word: string): Promise<Mailbox> {
  const account = anAccount(userId, word);
  await execute("account.add", account);
  const owner = { userId, accountId: account.id };
  const [folder] = await execute("folders.save", {
    ...owner,
    folders: [{ path: "INBOX", name: "INBOX", role: "inbox" }],
  });
  if (!folder) throw new Error("The folder was not saved.");
  const messages = [aMessage(word)];
  const [ingested] = await execute("messages.takeIn", { ...owner, folderId: folder.id, messages });
  if (!ingested) throw new Error("The message was not taken in.");
  const waiting = anOutgoing(account, word);
  await execute("outbox.queue", waiting);
  return {
    accountId: account.id,
    folderId: folder.id,
    messageId: ingested.messageId,
    outboxId: waiting.id,
  };
}

/** Returns the row of an account that cannot log in. */
export function anAccount(userId: UserId, word: string): AccountRow {
  return {
    id: AccountId.parse(randomId()),
    user_id: userId,
    account_mail: `${word}@example.org`,
    imap_host: `${word}.example.org`,
    imap_port: 993,
    imap_tls: 1,
    imap_user: word,
    imap_secret: "sealed",
    smtp_host: `${word}.example.org`,
    smtp_port: 465,
    smtp_tls: 1,
    smtp_user: word,
    smtp_secret: "",
    state: "watching",
    error_code: "",
    trouble_since: 0,
    last_sync_at: 0,
    created_at: 0,
    name: "",
    color: "",
    provider: "",
    imap_certificate: "",
    smtp_certificate: "",
  };
}

/** Returns a message whose texts all contain the word. */
export function aMessage(word: string): IncomingMessage {
  const someone = [{ name: word, address: `${word}@example.com` }];
  return {
    uid: 1,
    flags: [],
    internalDate: 1_700_000_000_000,
    sizeBytes: 1000,
    isLive: true,
    message: {
      messageId: `${word}@example.com`,
      inReplyTo: "",
      references: [],
      from: someone,
      to: someone,
      cc: someone,
      bcc: [],
      replyTo: [],
      subject: `About ${word}`,
      text: `Text of ${word}`,
      html: `<p>${word}</p><img src="https://${word}.example.com/p.png">`,
      preview: `Text of ${word}`,
      signs: {},
      remoteImages: 1,
      notice: "",
    },
    marks: [],
    words: { sender: word, recipients: word, subject: word, body: word },
    attachments: [
      {
        part: "2",
        filename: `${word}.txt`,
        type: "text/plain",
        sizeBytes: 5,
        contentId: "",
        isInline: false,
        sha256: "",
      },
    ],
    isOwn: false,
    duplicateKey: `twin of ${word}`,
    threadKeys: [`${word}@example.com`],
  };
}

function anOutgoing(account: AccountRow, word: string): NewOutgoing {
  const to = `${word}@example.net`;
  return {
    id: OutboxId.parse(randomId()),
    user_id: account.user_id,
    account_id: account.id,
    idempotency_key: word,
    request_hash: "",
    message_id_header: `out-${word}@example.org`,
    envelope_json: JSON.stringify({ from: account.account_mail, to: [to] }),
    draft_json: JSON.stringify({
      to,
      cc: "",
      bcc: "",
      subject: word,
      content: word,
      inReplyTo: null,
    }),
    raw: Buffer.from(`Subject: ${word}\r\n\r\n${word}\r\n`),
    // Far in the future, so it is not sent.
    send_at: Date.UTC(2999, 0),
  };
}
