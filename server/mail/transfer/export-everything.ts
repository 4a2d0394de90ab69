import { Readable } from "node:stream";
import type { FolderId, MessageId, UploadId, UserId } from "@inlet/contract/ids.ts";
import type { User } from "@inlet/contract/auth/user.ts";
import { Failure } from "#/base/failure.ts";
import { chatTurnsOf } from "#/store/ai/chat-queries.ts";
import { allContacts, contactGroupsOf } from "#/store/contacts/queries.ts";
import { exportedTables } from "#/store/users/export-plan.ts";
import { exportRows } from "#/store/users/export-rows.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import { integrationsOf } from "#/store/integrations/queries.ts";
import { nextInFolder } from "#/store/locations/queries.ts";
import { writeZip, type ZipEntry } from "#/wire/archive/write-zip.ts";
import { listAccounts } from "#/mail/accounts/accounts.ts";
import type { FileContent } from "#/mail/reading/attachments.ts";
import { listBlockedSenders } from "#/mail/filing/blocked-senders.ts";
import { listWaiting } from "#/mail/sending/approvals.ts";
import type { MailContext } from "#/mail/context.ts";
import { listDrafts } from "#/mail/drafts/drafts.ts";
import { mboxOf, messageBatchSize } from "./export-mail.ts";
import { listIdentities } from "#/mail/sending/identities.ts";
import { listMailLabels } from "#/mail/filing/labels.ts";
import { writeCards } from "#/mail/contacts/vcard-files.ts";
import { MessageSources } from "#/mail/reading/message-sources.ts";
import { listOutgoing } from "#/mail/sending/outbox.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import { listTrustedSenders } from "#/mail/reading/trusted-senders.ts";
import { type OutgoingFile, readUpload } from "#/mail/sending/uploads.ts";

const readme = `Everything that Inlet keeps for you.

mail/       one mbox file for each folder of each account, as Thunderbird, Apple Mail and others read them
contacts.vcf   your address book; contact-groups.json says who is in which group
drafts/     the files of your drafts, a folder for each draft; outgoing/ those of mail on its way
*.json      your profile, settings, labels, senders, drafts, mail on its way, what you asked the assistant with its
            answers, what you linked without its secrets, and accounts without their passwords
more/       everything else, a file for each kind: rules and what they did, templates, summaries, categories and what
            Inlet learned from you, reminders, answers to invitations, your sessions, programs and what they asked for,
            what was told to other services, and your picture (in base64). messages.json says which mail an id means.

Import and export in the settings of Inlet brings the mail in this file in again.
Mail older than an account goes back in Inlet is with your provider alone.
What a mail server did not hand out is named at the end of its mbox file.
`;

/** Returns all of a user's data as one zip, fetched and packed during reading. */
export function exportEverything(mail: MailContext, userId: UserId, profile: User): FileContent {
  const now = mail.clock.now();
  const day = new Date(now).toISOString().slice(0, 10);
  const bytes = writeZip(withOwnNames(entriesOf(mail, userId, profile)), now);
  const content = Readable.from(bytes, { objectMode: false });
  return { filename: `inlet ${day}.zip`, type: "application/zip", content };
}

async function* entriesOf(
  mail: MailContext,
  userId: UserId,
  profile: User,
): AsyncGenerator<ZipEntry> {
  const accounts = await listAccounts(mail, userId);
  const drafts = await listDrafts(mail, userId);
  yield { name: "README.txt", content: [Buffer.from(readme)] };
  yield json("profile", profile);
  yield json("preferences", await readPreferences(mail, userId));
  yield json("accounts", accounts);
  yield json("identities", await listIdentities(mail, userId));
  yield json("labels", await listMailLabels(mail, userId));
  yield json("senders", {
    blocked: await listBlockedSenders(mail, userId),
    trusted: await listTrustedSenders(mail, userId),
  });
  yield json("integrations", await integrationsFor(mail, userId));
  const cards = await writeCards(mail, userId);
  if (cards !== "") yield { name: "contacts.vcf", content: [Buffer.from(cards)] };
  yield json("contact-groups", await groupsWithMembers(mail, userId));
  yield json("drafts", drafts);
  const { outgoing } = await listOutgoing(mail, userId, { isWhole: true });
  const waiting = await listWaiting(mail, userId);
  yield json("outgoing", { outgoing, waiting });
  yield json("conversation", await conversationOf(mail, userId));
  for (const exported of exportedTables) {
    const pages = exportRows(mail.database.reader, userId, exported);
    yield { name: `more/${exported.table.replaceAll("_", "-")}.json`, content: listOf(pages) };
  }
  for (const { id, attachments } of drafts)
    yield* filesOf(mail, userId, `drafts/${id}`, attachments);
  for (const { id, draft } of [...outgoing, ...waiting]) {
    yield* filesOf(mail, userId, `outgoing/${id}`, draft.attachments);
  }
  yield* mailOf(
    mail,
    userId,
    new Map(accounts.map(({ id, account_mail: address }) => [id, address])),
  );
}

/** Returns the questions to the assistant and its answers, oldest first. */
async function conversationOf({ database }: MailContext, userId: UserId) {
  const turns = await chatTurnsOf(database.reader, userId);
  return turns.map(({ query, answer_json: answer, created_at: at }) => ({
    question: query,
    answer: JSON.parse(answer) as unknown,
    askedAt: new Date(at).toISOString(),
  }));
}

/** Returns the user's integrations, without secrets and without the data of each kind. */
async function integrationsFor({ database }: MailContext, userId: UserId) {
  const rows = await integrationsOf(database.reader, userId);
  return rows.map((row) => ({
    kind: row.kind,
    name: row.name,
    state: row.state,
    reason: row.reason,
    events: JSON.parse(row.events_json) as unknown,
    rules: row.alerts_json === "" ? null : (JSON.parse(row.alerts_json) as unknown),
    hasBrief: row.brief_from > 0,
    createdAt: new Date(row.created_at).toISOString(),
  }));
}

/** Returns each group with its members, by their UIDs in contacts.vcf. */
async function groupsWithMembers({ database }: MailContext, userId: UserId) {
  const contacts = await allContacts(database.reader, userId);
  const groups = await contactGroupsOf(database.reader, userId);
  return groups.map(({ id, name }) => ({
    name,
    members: contacts
      .filter(({ groupIds }) => groupIds.includes(id))
      .map((contact) => ({ uid: contact.uid || contact.id, name: contact.name })),
  }));
}

/** Yields the files attached to a draft or message, in a separate folder. */
async function* filesOf(
  mail: MailContext,
  userId: UserId,
  folder: string,
  attachments: readonly { id: UploadId }[],
): AsyncGenerator<ZipEntry> {
  for (const { id } of attachments) {
    const file = await fileOf(mail, userId, id);
    if (!file) continue;
    yield { name: `${folder}/${segment(file.filename)}`, content: [Buffer.from(file.content)] };
  }
}

/** Returns null for a file whose upload never finished; drafts.json still names it. */
async function fileOf(
  mail: MailContext,
  userId: UserId,
  id: UploadId,
): Promise<OutgoingFile | null> {
  try {
    return await readUpload(mail, userId, id);
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

async function* mailOf(
  mail: MailContext,
  userId: UserId,
  addresses: ReadonlyMap<string, string>,
): AsyncGenerator<ZipEntry> {
  // Shared by all folders, to use one connection per server.
  await using sources = new MessageSources(mail, userId);
  for (const folder of await foldersOf(mail.database.reader, userId)) {
    const first = { before: Number.MAX_SAFE_INTEGER, limit: 1 };
    const { ids: any } = await nextInFolder(mail.database.reader, userId, folder.id, first);
    if (any.length === 0) continue;
    const account = segment(addresses.get(folder.account_id) ?? folder.account_id);
    const path = folder.path.split("/").map(segment).join("/");
    const ids = idsIn(mail, userId, folder.id);
    yield { name: `mail/${account}/${path}.mbox`, content: mboxOf(mail, userId, ids, sources) };
  }
}

async function* idsIn(
  mail: MailContext,
  userId: UserId,
  folderId: FolderId,
): AsyncGenerator<MessageId[]> {
  let before: number | null = Number.MAX_SAFE_INTEGER;
  while (before !== null) {
    const page = { before, limit: messageBatchSize };
    const slice: { ids: MessageId[]; before: number | null } = await nextInFolder(
      mail.database.reader,
      userId,
      folderId,
      page,
    );
    yield slice.ids;
    before = slice.before;
  }
}

/** Yields a JSON list, a line per row: it may be too long for memory. */
async function* listOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<Buffer> {
  let before = "[";
  for await (const rows of pages) {
    for (const row of rows) {
      yield Buffer.from(`${before}\n${JSON.stringify(row)}`);
      before = ",";
    }
  }
  yield Buffer.from(before === "[" ? "[]\n" : "\n]\n");
}

function json(name: string, value: unknown): ZipEntry {
  return { name: `${name}.json`, content: [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)] };
}

/** Returns a name that is a valid file name on every system and cannot lead out of the folder where the archive is unpacked. */
function segment(name: string): string {
  const safe = name
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_")
    .replace(/^[. ]/, "_")
    .replace(/[. ]$/, "_");
  return Array.from(safe).slice(0, 120).join("") || "_";
}

/** Renames files with equal names, ignoring case. */
async function* withOwnNames(entries: AsyncIterable<ZipEntry>): AsyncGenerator<ZipEntry> {
  const taken = new Set<string>();
  for await (const entry of entries) {
    const [, stem = "", ending = ""] = /^(.*?)(\.[^./]*)?$/.exec(entry.name) ?? [];
    let { name } = entry;
    for (let count = 2; taken.has(name.toLowerCase()); count++)
      name = `${stem} (${count})${ending}`;
    taken.add(name.toLowerCase());
    yield { ...entry, name };
  }
}
