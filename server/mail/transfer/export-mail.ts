import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Matching } from "@inlet/contract/mail/filing.ts";
import type { z } from "zod";
import { readFlags } from "#/store/messages/flags.ts";
import { getMessages } from "#/store/messages/queries.ts";
import type { MessageRow } from "#/store/engine/schema.ts";
import { mboxEntry } from "#/wire/archive/write-mbox.ts";
import type { FileContent } from "#/mail/reading/attachments.ts";
import type { MailContext } from "#/mail/context.ts";
import { readSelection } from "#/mail/filing/filing.ts";
import { longReadsOf } from "#/mail/reading/long-reads.ts";
import { MessageSources } from "#/mail/reading/message-sources.ts";
import { addressesOf } from "#/mail/reading/present-row.ts";
import type { SelectionSlice } from "#/store/undo/next-of-selection.ts";

/** Number of rows read per query. */
export const messageBatchSize = 50;
/** Rests this many times as long as a slice took, up to a maximum: reading from a mail server takes long anyway. */
const restsFor = 3;
const longestRestMs = 50;
/** Maximum size of the sources in memory. */
const batchBytes = 16 * 1024 * 1024;

/** Throws as exportMail does, before anything is read. */
export async function checkExport(
  mail: MailContext,
  userId: UserId,
  matching: z.output<typeof Matching>,
): Promise<void> {
  await readSelection(mail, userId, matching, { mustBeWhole: true });
}

/**
 * Returns the messages of a folder or of a search as one mbox file, newest first. They are fetched as the stream is read. A
 * message at the end lists those that the server did not deliver. Throws the codes of exportMail.
 */
export async function exportMail(
  mail: MailContext,
  userId: UserId,
  matching: z.output<typeof Matching>,
): Promise<FileContent> {
  // An export is a whole copy of a folder, so it includes snoozed messages.
  const selection = {
    ...(await readSelection(mail, userId, matching, { mustBeWhole: true })),
    withSnoozed: true,
  };
  const day = new Date(mail.clock.now()).toISOString().slice(0, 10);
  const ids = async function* (): AsyncGenerator<MessageId[]> {
    const { nextOfSelection } = longReadsOf(mail);
    let before: number | null = Number.MAX_SAFE_INTEGER;
    while (before !== null) {
      const page = { before, limit: messageBatchSize };
      const slice: SelectionSlice = await nextOfSelection({ userId, selection, ...page });
      const began = performance.now();
      yield slice.ids;
      before = slice.before;
      // While a server is out of reach nothing else makes the loop wait, and all users share the thread.
      await wait(Math.min((performance.now() - began) * restsFor, longestRestMs));
    }
  };
  const content = Readable.from(entries(mail, userId, ids()), { objectMode: false });
  return { filename: `mail ${day}.mbox`, type: "application/mbox", content };
}

async function* entries(
  mail: MailContext,
  userId: UserId,
  slices: AsyncIterable<MessageId[]>,
): AsyncGenerator<Buffer> {
  await using sources = new MessageSources(mail, userId);
  yield* mboxOf(mail, userId, slices, sources);
}

/** Yields these messages in mbox format, with a list of the missing ones at the end. */
export async function* mboxOf(
  mail: MailContext,
  userId: UserId,
  slices: AsyncIterable<MessageId[]>,
  sources: MessageSources,
): AsyncGenerator<Buffer> {
  const missing: MessageRow[] = [];
  for await (const ids of slices) {
    for (const some of bySize(await getMessages(mail.database.reader, userId, ids))) {
      const found = await sources.of(some);
      for (const row of some) {
        const raw = found.get(row.id);
        if (raw === undefined) missing.push(row);
        else yield entryOf(row, raw);
      }
    }
  }
  const lost: MessageRow[] = [];
  for (const some of bySize(missing)) {
    const late = await sources.whenArrived(some);
    for (const row of some) {
      const raw = late.get(row.id);
      if (raw === undefined) lost.push(row);
      else yield entryOf(row, raw);
    }
  }
  if (lost.length > 0) yield notificationOf(mail, lost);
}

function entryOf(row: MessageRow, raw: Buffer): Buffer {
  const sender = addressesOf(row.from_json)[0]?.address ?? "";
  return mboxEntry({
    raw,
    sender,
    internalDate: row.internal_date,
    flags: readFlags(row.flags_json),
  });
}

/** Returns a message that lists the missing ones. In the file itself, it cannot be overlooked. */
function notificationOf(mail: MailContext, missing: MessageRow[]): Buffer {
  const lines = missing.map(
    ({ subject, internal_date: date }) =>
      `${new Date(date).toISOString()}  ${subject.replaceAll(/[^\x20-\x7e]/g, "?")}`,
  );
  const text = [
    "From: Inlet <inlet@localhost>",
    "Subject: Emails missing from this export",
    "",
    "The mail server did not return these emails:",
    "",
    ...lines,
    "",
  ].join("\r\n");
  const internalDate = mail.clock.now();
  return mboxEntry({ raw: Buffer.from(text), sender: "inlet@localhost", internalDate, flags: [] });
}

function bySize(rows: readonly MessageRow[]): MessageRow[][] {
  const groups: MessageRow[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const open = groups.at(-1);
    bytes += row.size_bytes;
    if (open && bytes <= batchBytes) open.push(row);
    else {
      groups.push([row]);
      bytes = row.size_bytes;
    }
  }
  return groups;
}
