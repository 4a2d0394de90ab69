import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import {
  type Draft,
  DraftContent,
  type listDrafts as ListDrafts,
  type saveDraft,
} from "@inlet/contract/mail/drafts.ts";
import { DraftId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import {
  getDraft,
  openDraftsOf,
  type ShownDraft,
  unopenedDraftsOf,
} from "#/store/drafts/queries.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { FolderRow, LocationRow, MessageRow } from "#/store/engine/schema.ts";
import { parseMessage } from "#/wire/mime/parse.ts";
import type { ParsedMessage } from "#/wire/mime/parsed.ts";
import { cidsOf, safeHtml } from "#/wire/mime/html/safe-html.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import { attachmentName } from "#/mail/reading/attachment-name.ts";
import { readSource } from "#/mail/reading/attachments.ts";
import type { MailContext } from "#/mail/context.ts";
import { listIdentities } from "#/mail/sending/identities.ts";
import { writtenAddress } from "#/mail/reading/present-row.ts";
import { requireMessage } from "#/mail/reading/reading.ts";
import { storeFile } from "#/mail/sending/uploads.ts";

/** Returns the user's open drafts, the last written first, each with its conversation. */
export async function listDrafts(mail: MailContext, userId: UserId): Promise<Draft[]> {
  return withThreads(mail, userId, (await openDraftsOf(mail.database.reader, userId)).map(present));
}

/** Returns the newest drafts of other mail clients that were not opened here. */
export async function listUnopened(
  mail: MailContext,
  userId: UserId,
): Promise<z.output<typeof ListDrafts.output>["unopened"]> {
  const rows = await unopenedDraftsOf(mail.database.reader, userId, limits.unopenedDrafts);
  return rows.map((row) => ({ accountId: row.account_id, threadId: row.thread_id }));
}

async function withThreads(mail: MailContext, userId: UserId, drafts: Draft[]): Promise<Draft[]> {
  const { reader } = mail.database;
  // A draft of another mail client only names what it answers in its header, which put its copy into the conversation.
  const placeOf = ({ inReplyTo, emailId }: Draft) => inReplyTo ?? emailId ?? undefined;
  const places = drafts.map(placeOf).filter((id) => id !== undefined);
  const threads = new Map(
    (await getMessages(reader, userId, places)).map(({ id, thread_id }) => [id, thread_id]),
  );
  return drafts.map((draft) => {
    const place = placeOf(draft);
    const threadId = place && threads.get(place);
    return { ...draft, ...(threadId && { threadId }) };
  });
}

/** Saves a draft, and returns it with its conversation. Throws account.not_found, draft.conflict, draft.gone. */
export async function storeDraft(
  mail: MailContext,
  userId: UserId,
  { id, revision, ...content }: z.output<typeof saveDraft.input>,
): Promise<Draft> {
  const account = await requireAccount(mail, userId, content.accountId);
  await mail.execute("draft.save", {
    userId,
    id,
    accountId: content.accountId,
    revision,
    contentJson: JSON.stringify(content),
    uploadIds: content.attachments.map((file) => file.id),
    messageId: newMessageId(mail, account.account_mail),
  });
  const saved = present(await requireDraft(mail, userId, id));
  const [draft = saved] = await withThreads(mail, userId, [saved]);
  return draft;
}

/**
 * Returns the draft of a message in the Drafts folder, also one that another mail client wrote. Throws message.not_found,
 * message.source_unavailable.
 */
export async function openDraft(
  mail: MailContext,
  userId: UserId,
  messageId: MessageId,
): Promise<Draft> {
  const { reader } = mail.database;
  const message = await requireMessage(mail, userId, messageId);
  const known = (await openDraftsOf(reader, userId)).find((one) => one.email_id === messageId);
  if (known !== undefined) return present(known);
  const location = (await locationsOf(reader, userId, messageId)).find(
    ({ role }) => role === "drafts",
  );
  const folder = location && (await getFolder(reader, userId, location.folder_id));
  if (location === undefined || folder === undefined) throw new Failure("message.not_found");
  const id = await adopt(mail, message, { location, folder });
  return present(await requireDraft(mail, userId, id));
}

/** Returns a new, unique Message-ID in the domain of this address. */
export function newMessageId(mail: Pick<MailContext, "clock">, address: string): string {
  return `${randomId(mail.clock.now())}@${address.slice(address.lastIndexOf("@") + 1)}`;
}

async function requireDraft(mail: MailContext, userId: UserId, id: DraftId): Promise<ShownDraft> {
  const row = await getDraft(mail.database.reader, userId, id);
  // Another device may have sent it in the same moment.
  if (row === undefined || row.state !== "open") throw new Failure("message.not_found");
  return row;
}

async function adopt(
  mail: MailContext,
  message: MessageRow,
  { location, folder }: { location: LocationRow; folder: FolderRow },
): Promise<DraftId> {
  const { user_id: userId, account_id: accountId } = message;
  const account = await requireAccount(mail, userId, accountId);
  const source = await readSource(mail, userId, message.id);
  const raw = await buffer(source.content);
  const parsed = await parseMessage(raw);
  const content = await contentOf(mail, message, parsed);
  const now = mail.clock.now();
  const isOurs = /^[^<>\s"\\\p{Cc}]{3,250}$/u.test(parsed.messageId);
  return mail.execute("draft.adopt", {
    draft: {
      id: DraftId.parse(randomId(now)),
      user_id: userId,
      account_id: accountId,
      revision: 1,
      content_json: JSON.stringify(content),
      threading_json: JSON.stringify({
        inReplyTo: parsed.inReplyTo,
        references: parsed.references,
      }),
      state: "open",
      message_id_header: isOurs ? parsed.messageId : newMessageId(mail, account.account_mail),
      put_revision: 1,
      copy_account_id: accountId,
      copy_folder_id: folder.id,
      copy_uid: location.uid,
      copy_uid_validity: folder.uid_validity,
      copy_message_id: parsed.messageId,
      copy_hash: createHash("sha256").update(raw).digest("hex"),
      copy_leftovers_json: "[]",
      created_at: now,
      updated_at: now,
    },
    uploadIds: content.attachments.map((file) => file.id),
  });
}

async function contentOf(
  mail: MailContext,
  { user_id: userId, account_id: accountId }: MessageRow,
  parsed: ParsedMessage,
): Promise<DraftContent> {
  const from = parsed.from[0]?.address.toLowerCase();
  const identity = (await listIdentities(mail, userId)).find(
    (one) => one.accountId === accountId && one.address.toLowerCase() === from,
  );
  const cids = new Set(parsed.attachments.map((file) => file.contentId).filter(Boolean));
  const html = parsed.html === "" ? null : await safeHtml(parsed.html, { kind: "written", cids });
  const shown = html === null ? new Set<string>() : await cidsOf(html);
  const attachments: DraftContent["attachments"] = [];
  for (const file of parsed.attachments) {
    const filename = attachmentName(file);
    const bytes = file.content ?? new Uint8Array();
    const id = await storeFile(mail, userId, { filename, type: file.type, content: bytes });
    const cid = shown.has(file.contentId) ? file.contentId : null;
    attachments.push({ id, filename, type: file.type, size: bytes.byteLength, cid });
  }
  const people = (field: "to" | "cc" | "bcc") => parsed[field].map(writtenAddress).join(", ");
  const content = DraftContent.safeParse({
    accountId,
    identityId: identity?.id ?? null,
    to: people("to"),
    cc: people("cc"),
    bcc: people("bcc"),
    subject: parsed.subject.slice(0, 2000),
    content: parsed.text.replaceAll("\0", "").slice(0, limits.textBytes),
    html,
    attachments,
  });
  // An incomplete message must not be edited.
  if (!content.success) throw new Failure("message.source_unavailable", { cause: content.error });
  return content.data;
}

function present({ id, revision, updated_at, email_id, content_json }: ShownDraft): Draft {
  return {
    ...DraftContent.parse(JSON.parse(content_json)),
    id,
    revision,
    updatedAt: new Date(updated_at).toISOString(),
    emailId: email_id,
  };
}
