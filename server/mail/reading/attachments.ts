import type { Readable } from "node:stream";
import type { AttachmentId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { getAttachment } from "#/store/messages/attachment-queries.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { serverPlacesOf } from "#/store/locations/queries.ts";
import type { AttachmentRow, MessageRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { attachmentName } from "./attachment-name.ts";
import { connectionTurn } from "#/mail/accounts/connection-limit.ts";
import type { MailContext } from "#/mail/context.ts";
import { openAccount } from "#/mail/accounts/connect-account.ts";
import { requireMessage } from "./reading.ts";

/** A file for download. Name and type come from the sender and are unsafe in a header. */
export interface FileContent {
  filename: string;
  type: string;
  sizeBytes?: number;
  content: Readable;
}

const fetchTimeoutMs = 30_000;

/**
 * Returns one attachment, from the blobs or else from the mail server. Throws message.not_found, attachment.not_found,
 * message.source_unavailable.
 */
export async function readAttachment(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
  attachmentId: AttachmentId,
): Promise<FileContent> {
  const message = await requireMessage(mail, userId, messageId);
  const row = await getAttachment(mail.database.reader, userId, messageId, attachmentId);
  if (row === undefined) throw new Failure("attachment.not_found");
  const named = { filename: attachmentName(row), type: row.type };
  const stored = await fromBlobs(mail, row);
  if (stored !== null) return { ...named, ...stored };
  if (row.part === "") throw new Failure("message.source_unavailable");
  const content = await fromServer(mail, message, (connection, uid) =>
    connection.fetchPart(uid, row.part),
  );
  return { ...named, content };
}

async function fromBlobs(
  mail: MailContext,
  row: Pick<AttachmentRow, "sha256" | "size_bytes">,
): Promise<{ content: Readable; sizeBytes: number } | null> {
  if (row.sha256 === "") return null;
  try {
    return await mail.blobs.open(row.sha256, row.size_bytes);
  } catch (error) {
    // The mail server has the attachment too.
    if (error instanceof Failure && error.code === "storage.unavailable") return null;
    throw error;
  }
}

/** Returns the message's source as received (RFC 5322). Throws message.not_found, message.source_unavailable. */
export async function readSource(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<FileContent> {
  const message = await requireMessage(mail, userId, messageId);
  const content = await fromServer(mail, message, (connection, uid) => connection.fetchSource(uid));
  const filename = `${message.subject.slice(0, 100) || "message"}.eml`;
  return { filename, type: "message/rfc822", content };
}

/** Opens a connection for one message. It closes with the returned stream. */
async function fromServer(
  mail: MailContext,
  message: MessageRow,
  fetch: (connection: ImapConnection, uid: number) => Promise<Readable>,
): Promise<Readable> {
  const { reader } = mail.database;
  const userId = message.user_id;
  const account = await getAccount(reader, userId, message.account_id);
  const location = (await serverPlacesOf(reader, userId, message.id))[0];
  const folder = location && (await getFolder(reader, userId, location.folder_id));
  if (account === undefined || location === undefined || folder === undefined) {
    throw new Failure("message.source_unavailable");
  }
  let connection: ImapConnection | undefined;
  let endTurn = () => {};
  try {
    endTurn = await connectionTurn(account.id, fetchTimeoutMs);
    connection = await openAccount(mail, account, {
      log: mail.log,
      timeoutMs: fetchTimeoutMs,
    });
    const selected = await connection.select(folder.path, { readOnly: true });
    // After a new UIDVALIDITY the UID may name another message (RFC 3501, 2.3.1.1).
    if (selected.uidValidity !== folder.uid_validity) {
      throw new Failure("message.source_unavailable");
    }
    const open = connection;
    // Without a reliable UIDVALIDITY, the server is queried for the message's identity.
    if (folder.is_unstable === 1 || selected.uidValidity === 0) {
      const named = (await open.messageIds([location.uid])).get(location.uid);
      if (named !== message.message_id_header) throw new Failure("message.source_unavailable");
    }
    const stream = await fetch(open, location.uid);
    stream.once("close", () => void closeQuietly(mail, open).finally(endTurn));
    return stream;
  } catch (cause) {
    if (connection !== undefined) await closeQuietly(mail, connection);
    endTurn();
    if (cause instanceof Failure) throw cause;
    throw new Failure("message.source_unavailable", { cause });
  }
}

async function closeQuietly(mail: MailContext, connection: ImapConnection): Promise<void> {
  try {
    await connection.close();
  } catch (error) {
    mail.log.debug({ error }, "closing a connection failed");
  }
}
