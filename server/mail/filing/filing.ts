import { createHash } from "node:crypto";
import type { EmailRow } from "@inlet/contract/mail/email.ts";
import type {
  changeEmail,
  changeEmails,
  countEmails,
  Destination,
  EmailChange,
  emptyFolder,
  Matching,
  undoChange,
} from "@inlet/contract/mail/filing.ts";
import { FolderId, type MessageId, UndoId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { readMatching } from "#/search/matching.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { type ChangeKey, type KeyedResult, keyedResult } from "#/store/changes/idempotency.ts";
import { goesOnUntil } from "#/store/undo/bulk-commands.ts";
import type { Selection } from "#/store/undo/selection.ts";
import { requireAccount } from "#/mail/accounts/accounts.ts";
import type { MailContext } from "#/mail/context.ts";
import { longReadsOf } from "#/mail/reading/long-reads.ts";
import { presentRow } from "#/mail/reading/present-row.ts";
import { followUpFilter } from "#/mail/reading/follow-up-filter.ts";
import { isOfSent, requireMessage, roleOf } from "#/mail/reading/reading.ts";
import type { MessageChange } from "#/store/messages/message-change.ts";

type Bulk = z.output<typeof changeEmails.input>;
type Changed = z.output<typeof changeEmails.output>;

/** Number of messages per transaction. */
const idBatchSize = 50;
/** Maximum counts. A change of more messages reports a lower bound; a request for the count alone may take longer. */
const counted = { forChange: 1000, listed: 10_000, found: 2000 };

/** Key under which a call may be repeated; "" for none. */
interface Keyed {
  idempotencyKey: string;
}

/**
 * Changes one message and its duplicate messages here at once and queues the push to their servers. With a known idempotency key
 * it only returns the earlier result. Throws the codes of changeEmail.
 */
export async function changeMail(
  mail: MailContext,
  userId: UserId,
  { emailId, ...change }: z.output<typeof changeEmail.input>,
  { idempotencyKey }: Keyed = { idempotencyKey: "" },
): Promise<{ email: EmailRow; undoId: UndoId | null }> {
  const named = { ids: [emailId], threads: false, change };
  const { count, undoId } = await changeNamed(mail, userId, named, idempotencyKey);
  if (count === 0) throw new Failure("message.not_found");
  const email = presentRow(await requireMessage(mail, userId, emailId));
  return { email, undoId };
}

/**
 * Applies the same change to many messages. Named messages are changed before it returns; of a selection only the first are, the
 * rest follow. With a known idempotency key no search is read, because the names in it may have changed since. Throws the codes
 * of changeEmails.
 */
export async function changeMessages(
  mail: MailContext,
  userId: UserId,
  { ids, matching, threads, change }: Bulk,
  { idempotencyKey }: Keyed,
): Promise<Changed> {
  if (matching === undefined) {
    return changeNamed(mail, userId, { ids: ids ?? [], threads, change }, idempotencyKey);
  }
  const key = keyOf(idempotencyKey, { matching, change });
  const undoId = undoIdOf(key);
  const known = key && (await keyedResult(mail.database.reader, userId, key));
  if (known) {
    const until = await goesOnUntil(mail.database.reader, userId, undoId);
    return { ...changed(known, undoId), ...(until && { goesOnUntil: until }) };
  }
  const ready = await readChange(mail, userId, change);
  const selection = await readSelection(mail, userId, matching, { mustBeWhole: true });
  return startBulk(mail, userId, { selection, change: ready, undoId, key });
}

/** Counts the messages of a list or a search, exactly or at least. Throws the codes of countEmails. */
export async function countMessages(
  mail: MailContext,
  userId: UserId,
  matching: z.output<typeof Matching>,
  signal: AbortSignal,
): Promise<z.output<typeof countEmails.output>> {
  const selection = await readSelection(mail, userId, matching);
  const most = selection.words ? counted.found : counted.listed;
  const { countSelection } = longReadsOf(mail);
  const { count, isAtLeast } = await countSelection({ userId, selection, most }, signal);
  return { count, ...(isAtLeast && { isAtLeast }) };
}

/** Deletes everything in Trash or Spam permanently, once it can no longer be undone. Throws account.not_found. */
export async function emptyMailFolder(
  mail: MailContext,
  userId: UserId,
  { folder: role, accountId }: z.output<typeof emptyFolder.input>,
): Promise<Changed> {
  if (accountId !== undefined) await requireAccount(mail, userId, accountId);
  const change = { deleteAt: mail.clock.now() + limits.undoDeleteMs };
  const selection = { list: { role }, accountId };
  return startBulk(mail, userId, { selection, change, undoId: undoIdOf(undefined) });
}

/** Undoes a change. Returns the number of messages, and whether the rest follows. Throws undo.too_late. */
export async function undoMailChange(
  mail: MailContext,
  userId: UserId,
  undoId: UndoId,
  { idempotencyKey }: Keyed,
): Promise<z.output<typeof undoChange.output>> {
  const key = keyOf(idempotencyKey, { undoId });
  const undone = await mail.execute("undo.run", { userId, undoId, key });
  if (undone === null) throw new Failure("undo.too_late");
  return { count: undone.count, ...(undone.goesOn && { goesOn: undone.goesOn }) };
}

async function changeNamed(
  mail: MailContext,
  userId: UserId,
  named: { ids: MessageId[]; threads: boolean; change: z.output<typeof EmailChange> },
  idempotencyKey: string,
): Promise<Changed> {
  const { ids, threads } = named;
  const whole = keyOf(idempotencyKey, named);
  const undoId = undoIdOf(whole);
  const sum: KeyedResult = { found: 0, isChanged: false };
  let change: MessageChange | undefined;
  for (let start = 0; start < ids.length; start += idBatchSize) {
    // Each transaction has its own key: a repeated call continues where the interrupted one stopped.
    const key = whole && { ...whole, key: `${whole.key} ${start}` };
    const known = key && (await keyedResult(mail.database.reader, userId, key));
    // A change that is already done may be requested again even if it would be invalid now.
    if (!known) change ??= await readChange(mail, userId, named.change);
    const messageIds = ids.slice(start, start + idBatchSize);
    const done =
      known ??
      (await mail.execute("messages.change", {
        userId,
        messageIds,
        threads,
        change: change ?? {},
        undoId,
        key,
        namedByHand: ids.length,
      }));
    sum.found += done.found;
    sum.isChanged ||= done.isChanged;
  }
  return changed(sum, undoId);
}

async function startBulk(
  mail: MailContext,
  userId: UserId,
  bulk: {
    selection: Selection;
    change: MessageChange;
    undoId: UndoId;
    key?: ChangeKey | undefined;
  },
): Promise<Changed> {
  const asked = { userId, selection: bulk.selection, most: counted.forChange };
  const { count, isAtLeast } = await longReadsOf(mail).countSelection(asked);
  // Zero among the many messages looked at does not mean that the rest has no match.
  const known = isAtLeast && count === 0 ? undefined : count;
  const begun = await mail.execute("bulk.start", { userId, ...bulk, count: known });
  const until = begun.goesOnUntil;
  return { ...changed(begun, bulk.undoId), ...(until && { goesOnUntil: until }) };
}

function changed({ found, isChanged }: KeyedResult, undoId: UndoId): Changed {
  return { count: found, undoId: isChanged ? undoId : null };
}

/**
 * Returns what a list of that name shows or, with a query, what a search finds there or anywhere. Throws
 * account.not_found, folder.not_found, search.too_short and what readQuery throws.
 */
export async function readSelection(
  mail: MailContext,
  userId: UserId,
  matching: z.output<typeof Matching>,
  options: { mustBeWhole?: boolean } = {},
): Promise<Selection> {
  const words = await readMatching(mail.database.reader, userId, matching, options);
  const { folder, query: _query, timeZone: _zone, followUp, ...filter } = matching;
  if (filter.accountId !== undefined) await requireAccount(mail, userId, filter.accountId);
  const list =
    folder === undefined && !words
      ? filter.label === undefined
        ? { role: isOfSent(matching) ? ("sent" as const) : ("inbox" as const) }
        : "labelled"
      : await readList(mail, userId, matching);
  return { list, ...filter, ...(await followUpFilter(mail, userId, followUp)), words };
}

async function readList(
  mail: MailContext,
  userId: UserId,
  matching: z.output<typeof Matching>,
): Promise<Selection["list"]> {
  const { folder } = matching;
  if (folder === undefined) return "";
  if (folder === "starred") return "starred";
  const role = roleOf(folder);
  if (role === "inbox" && isOfSent(matching)) return { role: "sent" };
  if (role !== undefined) return { role };
  return { folderId: await requireFolder(mail, userId, FolderId.parse(folder)) };
}

/** Returns the change in the store's form. Throws folder.not_found, snooze.in_the_past. */
export async function readChange(
  mail: MailContext,
  userId: UserId,
  change: z.output<typeof EmailChange>,
): Promise<MessageChange> {
  const { seen, starred, folder, copyTo, labels, category, priority } = change;
  const { snoozeUntil, muted, deleteForever } = change;
  const now = mail.clock.now();
  const ready: MessageChange = {};
  if (seen !== undefined) ready.seen = seen;
  if (starred !== undefined) ready.starred = starred;
  if (folder !== undefined) ready.target = await readTarget(mail, userId, folder);
  if (copyTo !== undefined) ready.copyTo = await requireFolder(mail, userId, copyTo);
  if (labels !== undefined) ready.labels = Array.isArray(labels) ? { set: labels } : labels;
  if (snoozeUntil === null) ready.snoozeUntil = 0;
  else if (snoozeUntil !== undefined) {
    ready.snoozeUntil = Date.parse(snoozeUntil);
    if (ready.snoozeUntil <= now) throw new Failure("snooze.in_the_past");
  }
  if (category !== undefined) ready.category = category ?? "";
  if (priority !== undefined) ready.priority = priority ?? "";
  if (muted !== undefined) ready.muted = muted;
  if (deleteForever) ready.deleteAt = now + limits.undoDeleteMs;
  return ready;
}

async function readTarget(
  mail: MailContext,
  userId: UserId,
  folder: z.output<typeof Destination>,
): Promise<NonNullable<MessageChange["target"]>> {
  switch (folder) {
    case "inbox":
    case "recieved":
      return { role: "inbox" };
    case "archive":
    case "spam":
    case "trash":
      // Safe: the branded ids in the union hide the literal type.
      return { role: folder as "archive" | "spam" | "trash" };
    default:
      return { folderId: await requireFolder(mail, userId, FolderId.parse(folder)) };
  }
}

async function requireFolder(mail: MailContext, userId: UserId, id: FolderId): Promise<FolderId> {
  const folder = await getFolder(mail.database.reader, userId, id);
  if (folder === undefined) throw new Failure("folder.not_found");
  return folder.id;
}

function keyOf(idempotencyKey: string, asked: object): ChangeKey | undefined {
  if (idempotencyKey === "") return undefined;
  return { key: idempotencyKey, hash: hashOf(JSON.stringify(asked)) };
}

/** Derives the undo id from the idempotency key, so a client that retries can undo the change, too. */
function undoIdOf(key: ChangeKey | undefined): UndoId {
  return UndoId.parse(key ? hashOf(key.key) : randomId());
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
