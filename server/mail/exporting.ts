import { Readable } from "node:stream";
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import type { Matching } from "@inlet/contract/filing.ts";
import type { z } from "zod";
import { getAccount } from "#/store/accounts.ts";
import { readFlags } from "#/store/flags.ts";
import { getFolder } from "#/store/folders.ts";
import { locationsOf } from "#/store/locations.ts";
import { getMessages } from "#/store/messages.ts";
import type { WordQuery } from "#/store/search.ts";
import { nextOfSelection } from "#/store/selection.ts";
import type { FolderRow, LocationRow, MessageRow } from "#/store/tables.ts";
import { mboxEntry } from "#/wire/archive/write-mbox.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { FileContent } from "./attachments.ts";
import { connectionTurn, isTurnAwaited } from "./connection-turn.ts";
import type { MailContext } from "./context.ts";
import { readSelection } from "./filing.ts";
import { openAccount } from "./open-account.ts";
import { addressesOf } from "./present.ts";

const fetchTimeoutMs = 60_000;
const messagesAtOnce = 50;
/** Sources in memory at a time. */
const bytesAtOnce = 16 * 1024 * 1024;

/**
 * The messages of a folder or of a search as one mbox file, newest first, fetched while it is read. What a server does
 * not hand out is named in a message at its end. Throws account.not_found, folder.not_found.
 */
export async function exportMail(
  mail: MailContext,
  userId: UserId,
  asked: z.output<typeof Matching>,
  words?: WordQuery,
): Promise<FileContent> {
  const selection = await readSelection(mail, userId, asked, words);
  const day = new Date(mail.clock.now()).toISOString().slice(0, 10);
  const ids = async function* (): AsyncGenerator<MessageId[]> {
    const { reader, engine } = mail.database;
    let before: number | null = Number.MAX_SAFE_INTEGER;
    while (before !== null) {
      const page = { before, limit: messagesAtOnce };
      const slice: { ids: MessageId[]; before: number | null } = await nextOfSelection(
        reader,
        engine,
        userId,
        selection,
        page,
      );
      yield slice.ids;
      before = slice.before;
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
  const missing: MessageRow[] = [];
  await using servers = new Servers(mail, userId);
  for await (const ids of slices) {
    for (const some of bySize(await getMessages(mail.database.reader, userId, ids))) {
      const sources = await servers.sourcesOf(some);
      for (const row of some) {
        const raw = sources.get(row.id);
        if (raw === undefined) missing.push(row);
        else yield entryOf(row, raw);
      }
    }
  }
  if (missing.length > 0) yield noteOf(mail, missing);
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

/** An export that is not whole says so where it cannot be overlooked: in the file itself. */
function noteOf(mail: MailContext, missing: MessageRow[]): Buffer {
  const lines = missing.map(
    ({ subject, internal_date: date }) =>
      `${new Date(date).toISOString()}  ${subject.replaceAll(/[^\x20-\x7e]/g, "?")}`,
  );
  const text = [
    "From: Inlet <inlet@localhost>",
    "Subject: What is missing in this export",
    "",
    "The mail server did not hand out these emails:",
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
    if (open && bytes <= bytesAtOnce) open.push(row);
    else {
      groups.push([row]);
      bytes = row.size_bytes;
    }
  }
  return groups;
}

interface Place {
  message: MessageRow;
  location: LocationRow;
  folder: FolderRow;
}

interface OpenServer {
  connection: ImapConnection;
  endTurn: () => void;
}

/** A connection to each server that is asked, for as long as the export runs and nobody else waits for one. */
class Servers implements AsyncDisposable {
  readonly #mail: MailContext;
  readonly #userId: UserId;
  readonly #open = new Map<AccountId, OpenServer>();

  constructor(mail: MailContext, userId: UserId) {
    this.#mail = mail;
    this.#userId = userId;
  }

  /** The sources of these messages, as far as their servers hand them out. */
  async sourcesOf(messages: readonly MessageRow[]): Promise<Map<MessageId, Buffer>> {
    const places = await Promise.all(messages.map((message) => this.#placeOf(message)));
    const known = places.filter((place) => place !== undefined);
    const found = new Map<MessageId, Buffer>();
    for (const inFolder of Map.groupBy(known, ({ folder }) => folder.id).values()) {
      const accountId = inFolder[0]?.folder.account_id;
      if (accountId === undefined) continue;
      try {
        await this.#fetch(inFolder, found);
        if (isTurnAwaited(accountId)) await this.#close(accountId);
      } catch (error) {
        if (!(error instanceof WireError)) throw error;
        this.#mail.log.info({ err: error }, "some messages could not be exported");
        await this.#close(accountId);
      }
    }
    return found;
  }

  async #placeOf(message: MessageRow): Promise<Place | undefined> {
    const { reader } = this.#mail.database;
    const locations = await locationsOf(reader, this.#userId, message.id);
    // A number below zero is our own: the server has yet to give one.
    const location = locations.find(({ uid }) => uid > 0);
    const folder = location && (await getFolder(reader, this.#userId, location.folder_id));
    return location && folder && { message, location, folder };
  }

  async #fetch(places: readonly Place[], found: Map<MessageId, Buffer>): Promise<void> {
    const [first] = places;
    if (first === undefined) return;
    const { folder } = first;
    const connection = await this.#connect(folder.account_id);
    const selected = await connection.select(folder.path, { readOnly: true });
    // After a change of epoch a UID names another message (RFC 3501, 2.3.1.1).
    if (selected.uidValidity !== folder.uid_validity) return;
    const ids = new Map(places.map(({ location, message }) => [location.uid, message.id]));
    await connection.fetchWhole([...ids.keys()], ({ uid, source }) => {
      const id = ids.get(uid);
      if (id !== undefined) found.set(id, Buffer.from(source));
    });
  }

  async #connect(accountId: AccountId): Promise<ImapConnection> {
    const known = this.#open.get(accountId);
    if (known) return known.connection;
    const { database, log } = this.#mail;
    const account = await getAccount(database.reader, this.#userId, accountId);
    if (account === undefined) throw new WireError("folder_gone");
    const options = { log, timeoutMs: fetchTimeoutMs };
    const endTurn = await connectionTurn(accountId, fetchTimeoutMs);
    try {
      const connection = await openAccount(this.#mail, account, options);
      this.#open.set(accountId, { connection, endTurn });
      return connection;
    } catch (error) {
      endTurn();
      throw error;
    }
  }

  async #close(accountId: AccountId): Promise<void> {
    const open = this.#open.get(accountId);
    if (!open) return;
    this.#open.delete(accountId);
    await open.connection.close().finally(open.endTurn);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#open.keys()].map((accountId) => this.#close(accountId)));
  }
}
