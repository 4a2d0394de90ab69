import { setTimeout as wait } from "node:timers/promises";
import type { AccountId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { getFolder } from "#/store/folders/queries.ts";
import { locationsOf } from "#/store/locations/queries.ts";
import type { FolderRow, LocationRow, MessageRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { connectionTurn, isTurnAwaited } from "#/mail/accounts/connection-limit.ts";
import type { MailContext } from "#/mail/context.ts";
import { openAccount } from "#/mail/accounts/connect-account.ts";

const fetchTimeoutMs = 60_000;
/** A message that is being moved has arrived within this time, unless its server is unreachable. */
const arrivesWithinMs = 10_000;
const lookEveryMs = 200;

interface Place {
  message: MessageRow;
  location: LocationRow;
  folder: FolderRow;
}

interface OpenServer {
  connection: ImapConnection;
  endTurn: () => void;
}

/** Connections of an export, one per mail server, open while it runs and no other caller waits for one. */
export class MessageSources implements AsyncDisposable {
  readonly #mail: MailContext;
  readonly #userId: UserId;
  readonly #open = new Map<AccountId, OpenServer>();
  /** Messages that were in no known folder of the server when they were read. */
  readonly #pending = new Set<MessageId>();

  constructor(mail: MailContext, userId: UserId) {
    this.#mail = mail;
    this.#userId = userId;
  }

  /** Returns the sources of the messages that their servers deliver. */
  async of(messages: readonly MessageRow[]): Promise<Map<MessageId, Buffer>> {
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
        this.#mail.log.info({ err: error }, "exporting some messages failed");
        await this.#close(accountId);
      }
    }
    return found;
  }

  /** Returns the same once messages between two folders have arrived. */
  async whenArrived(messages: readonly MessageRow[]): Promise<Map<MessageId, Buffer>> {
    const late = messages.filter(({ id }) => this.#pending.has(id));
    if (late.length === 0) return new Map();
    const until = performance.now() + arrivesWithinMs;
    while (performance.now() < until && (await this.#isPending(late))) await wait(lookEveryMs);
    return this.of(late);
  }

  async #isPending(messages: readonly MessageRow[]): Promise<boolean> {
    for (const { id } of messages) {
      const locations = await locationsOf(this.#mail.database.reader, this.#userId, id);
      if (locations.length > 0 && locations.every(({ uid }) => uid <= 0)) return true;
    }
    return false;
  }

  async #placeOf(message: MessageRow): Promise<Place | undefined> {
    const { reader } = this.#mail.database;
    const locations = await locationsOf(reader, this.#userId, message.id);
    // Negative UIDs are temporary: the server has not assigned one yet.
    const location = locations.find(({ uid }) => uid > 0);
    if (!location && locations.length > 0) this.#pending.add(message.id);
    const folder = location && (await getFolder(reader, this.#userId, location.folder_id));
    return location && folder && { message, location, folder };
  }

  async #fetch(places: readonly Place[], found: Map<MessageId, Buffer>): Promise<void> {
    const [first] = places;
    if (first === undefined) return;
    const { folder } = first;
    const connection = await this.#connect(folder.account_id);
    const selected = await connection.select(folder.path, { readOnly: true });
    // After a new UIDVALIDITY a UID may name another message (RFC 3501, 2.3.1.1).
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
