import { Readable } from "node:stream";
import { isIP } from "node:net";
import { type FetchMessageObject, ImapFlow, type MessageStructureObject } from "imapflow";
import type { Log } from "#/base/log.ts";
import type { Egress } from "#/egress/egress.ts";
import type { Pinned } from "#/egress/pinned.ts";
import { startDeadline } from "./deadline.ts";
import { toRemoteFolders } from "./folder-roles.ts";
import { idleUntil } from "./idle.ts";
import { flatParts, readOutline, textPartsOf } from "./outline.ts";
import { decodedChunks, rawChunks } from "./part-stream.ts";
import { limitsOfServer, scanned } from "./scanned.ts";
import { toUidSets } from "./uid-set.ts";
import { toWireError, WireError } from "./wire-error.ts";
import type {
  Fetched,
  FolderStatus,
  ImapLogin,
  MailboxEvent,
  Outline,
  RemoteFolder,
  Scanned,
  ScanRange,
  Selected,
} from "./remote.ts";

export interface ImapOptions {
  log: Log;
  /** For connecting, for each command, and for each step of a long answer. */
  timeoutMs: number;
}

/** Connects and logs in; every failure is a WireError. */
export async function connectImap(
  egress: Egress,
  login: ImapLogin,
  { log, timeoutMs }: ImapOptions,
): Promise<ImapConnection> {
  let client: ImapFlow | undefined;
  // ImapFlow's own limits cover connecting and the greeting, but not a login that is never answered.
  using deadline = startDeadline(timeoutMs, () => client?.close());
  try {
    const pinned = await egress.resolve(login.host, login.port, "mail");
    if (!login.tls && !pinned.isAllowedPrivate) throw new WireError("encryption_required");
    client = createClient(pinned, login, timeoutMs);
    // Node ends the process on an unheard error event; the command at hand gets the same error anyway.
    client.on("error", (error) => log.debug({ err: error }, "imap connection failed"));
    await client.connect();
    return new ImapConnection(client, pinned.host, timeoutMs);
  } catch (error) {
    client?.close();
    if (deadline.hasExpired()) throw new WireError("unreachable", { cause: error });
    throw toWireError(error, { host: login.host, isConnecting: true });
  }
}

function createClient(pinned: Pinned, login: ImapLogin, timeoutMs: number): ImapFlow {
  const isImplicit = login.tls && login.port === 993;
  return new ImapFlow({
    host: pinned.address,
    port: pinned.port,
    ...(isIP(pinned.host) ? {} : { servername: pinned.host }),
    secure: isImplicit,
    ...(isImplicit ? {} : { doSTARTTLS: login.tls }),
    tls: { rejectUnauthorized: !pinned.isAllowedPrivate },
    auth: { user: login.user, pass: login.pass },
    // 163.com refuses to open folders for clients that do not introduce themselves (RFC 2971).
    clientInfo: { name: "inlet", version: "1" },
    logger: false,
    disableAutoIdle: true,
    // A compressed stream could unpack to any size.
    disableCompression: true,
    disableIMAP4rev2: true,
    connectionTimeout: timeoutMs,
    // Shorter than the whole, so that silence after connecting is told from a host that is not there.
    greetingTimeout: Math.min(timeoutMs / 2, 10_000),
    socketTimeout: Math.max(timeoutMs, 60_000),
    ...limitsOfServer,
  });
}

/** A logged-in session. One command at a time is the caller's duty; each fails with a WireError and has a deadline. */
export class ImapConnection implements AsyncDisposable {
  readonly capabilities: ReadonlySet<string>;
  readonly #client: ImapFlow;
  readonly #host: string;
  readonly #timeoutMs: number;

  constructor(client: ImapFlow, host: string, timeoutMs: number) {
    this.#client = client;
    this.#host = host;
    this.#timeoutMs = timeoutMs;
    this.capabilities = new Set(client.capabilities.keys());
  }

  async listFolders(): Promise<RemoteFolder[]> {
    return toRemoteFolders(await this.#run(() => this.#client.list()));
  }

  async select(path: string, { readOnly }: { readOnly: boolean }): Promise<Selected> {
    const mailbox = await this.#run(() => this.#client.mailboxOpen(path, { readOnly }));
    return {
      path: mailbox.path,
      exists: mailbox.exists,
      uidValidity: Number(mailbox.uidValidity ?? 0),
      uidNext: mailbox.uidNext ?? 0,
      highestModseq: mailbox.noModseq ? "" : (mailbox.highestModseq?.toString() ?? ""),
    };
  }

  /** The counts of a folder without opening it. */
  async status(path: string): Promise<FolderStatus> {
    const query = { messages: true, uidNext: true, uidValidity: true, unseen: true };
    const status = await this.#run(async () => {
      const { mailbox } = this.#client;
      // Of the open folder Dovecot tells what this connection has seen so far (RFC 3501, 6.3.10): NOOP makes it look.
      if (mailbox && mailbox.path === path) await this.#client.noop();
      return this.#client.status(path, { ...query, highestModseq: true });
    });
    if (!status) throw new WireError("folder_gone");
    return {
      messages: status.messages ?? 0,
      uidNext: status.uidNext ?? 0,
      uidValidity: Number(status.uidValidity ?? 0),
      unseen: status.unseen ?? 0,
      highestModseq: status.highestModseq?.toString() ?? "",
    };
  }

  /**
   * UIDs, flags, dates and sizes of the open folder, oldest first. `changedSince` on a server without CONDSTORE answers
   * all messages.
   */
  async scan(range: ScanRange): Promise<Scanned[]> {
    const exists = this.#mailbox().exists;
    if (exists === 0) return [];
    const isByUid = "fromUid" in range;
    const first = "lastMessages" in range ? Math.max(1, exists - range.lastMessages + 1) : 1;
    const set = isByUid ? `${Math.max(1, range.fromUid)}:*` : `${first}:*`;
    const options = {
      uid: isByUid,
      ...("changedSince" in range && range.changedSince
        ? { changedSince: BigInt(range.changedSince) }
        : {}),
    };
    const found: Scanned[] = [];
    await this.#fetch(set, { flags: true, internalDate: true, size: true }, options, (message) => {
      // `n:*` names the last message even when its UID is below n (RFC 3501, 6.4.8).
      if (!isByUid || message.uid >= range.fromUid) found.push(scanned(message));
    });
    return found.toSorted((a, b) => a.uid - b.uid);
  }

  /** Every UID of the open folder, ascending. */
  async allUids(): Promise<number[]> {
    if (this.#mailbox().exists === 0) return [];
    const found = await this.#run(() => this.#client.search({ all: true }, { uid: true }));
    if (!found) throw this.#failed();
    return found.toSorted((a, b) => a - b);
  }

  /**
   * Whole messages, read without marking them seen. `onMessage` must not use this connection. A message that the
   * server will not hand out is left out, the others still arrive.
   */
  async fetchWhole(
    uids: number[],
    onMessage: (message: Fetched) => void | Promise<void>,
  ): Promise<void> {
    const missing = new Set(uids);
    const take = async (message: FetchMessageObject) => {
      const { source } = message;
      if (!source || !missing.delete(message.uid)) return;
      await onMessage({ ...scanned(message), source });
    };
    const query = { flags: true, internalDate: true, size: true, source: true };
    for (const set of toUidSets(uids)) {
      try {
        await this.#fetch(set, query, { uid: true }, take);
      } catch (error) {
        if (!isRefusal(error) || !this.#client.usable) throw error;
        // Yahoo answers NO to a whole FETCH for the sake of one message: ask one by one.
        for (const uid of uids.filter((each) => missing.has(each))) {
          await this.#fetch(`${uid}`, query, { uid: true }, take).catch((refused: unknown) => {
            if (!isRefusal(refused) || !this.#client.usable) throw refused;
          });
        }
        return;
      }
    }
  }

  /** Header, structure and text parts of a message too large to be fetched whole. */
  async fetchOutline(uid: number): Promise<Outline> {
    const message = await this.#one(uid, {
      flags: true,
      internalDate: true,
      size: true,
      headers: true,
      bodyStructure: true,
    });
    const parts = message.bodyStructure ? flatParts(message.bodyStructure) : [];
    const bodyParts = textPartsOf(parts);
    const texts = bodyParts.length > 0 ? await this.#one(uid, { bodyParts }) : undefined;
    return readOutline(scanned(message), message.headers, parts, texts?.bodyParts);
  }

  /** The decoded content of one part, fetched in pieces as it is read. */
  async fetchPart(uid: number, part: string): Promise<Readable> {
    const { bodyStructure } = await this.#one(uid, { bodyStructure: true });
    const parts: MessageStructureObject[] = bodyStructure ? flatParts(bodyStructure) : [];
    const found = parts.find((each) => (each.part ?? "1") === part);
    if (!found) throw new WireError("message_gone");
    const chunks = rawChunks(async (start, maxLength) => {
      const key = part.toUpperCase();
      const { bodyParts } = await this.#one(uid, { bodyParts: [{ key, start, maxLength }] });
      return bodyParts?.get(part.toLowerCase()) ?? bodyParts?.get(part);
    });
    return Readable.from(decodedChunks(chunks, found.encoding ?? ""), { objectMode: false });
  }

  /** The message as it came (RFC 5322), fetched in pieces as it is read. */
  async fetchSource(uid: number): Promise<Readable> {
    const piece = async (start: number, maxLength: number) => {
      return (await this.#one(uid, { source: { start, maxLength } })).source;
    };
    // The first piece is asked for now, so that a missing message is told here and not in the stream.
    await this.#one(uid, { flags: true });
    return Readable.from(rawChunks(piece), { objectMode: false });
  }

  async storeFlags(uids: number[], change: { add: string[]; remove: string[] }): Promise<void> {
    for (const set of toUidSets(uids)) {
      const { add, remove } = change;
      const options = { uid: true };
      if (add.length > 0) {
        const isDone = await this.#run(() => this.#client.messageFlagsAdd(set, add, options));
        if (!isDone) throw this.#failed();
      }
      if (remove.length > 0) {
        const isDone = await this.#run(() => this.#client.messageFlagsRemove(set, remove, options));
        if (!isDone) throw this.#failed();
      }
    }
  }

  /** Puts a message into a folder. The UID is known where the server tells it (RFC 4315). */
  async append(
    path: string,
    raw: Uint8Array,
    { flags, internalDate }: { flags: string[]; internalDate: number },
  ): Promise<{ uid?: number }> {
    const date = new Date(internalDate);
    const done = await this.#run(() => this.#client.append(path, Buffer.from(raw), flags, date));
    if (!done) throw this.#failed();
    return done.uid === undefined ? {} : { uid: done.uid };
  }

  /** UIDs of the messages with this Message-ID. Opens the folder read-only. */
  async findByMessageId(path: string, messageId: string): Promise<number[]> {
    if (/[\r\n\0"\\]/.test(messageId)) return [];
    const selected = await this.select(path, { readOnly: true });
    if (selected.exists === 0) return [];
    const query = { header: { "message-id": messageId } };
    const candidates = await this.#run(() => this.#client.search(query, { uid: true }));
    if (!candidates) throw this.#failed();
    // QQ ignores the condition and answers everything, so the newest candidates are looked at.
    const newest = candidates.toSorted((a, b) => a - b).slice(-50);
    const found: number[] = [];
    for (const set of toUidSets(newest)) {
      await this.#fetch(set, { headers: ["message-id"] }, { uid: true }, ({ uid, headers }) => {
        if (headers?.toString("latin1").includes(`<${messageId}>`)) found.push(uid);
      });
    }
    return found;
  }

  /** Tells what happens in the open folder until the signal; ends with a WireError when the connection does. */
  async idle(onEvent: (event: MailboxEvent) => void, signal: AbortSignal): Promise<void> {
    const noop = () => this.#run(() => this.#client.noop());
    await idleUntil(this.#client, { noop, onEvent, signal });
    if (!signal.aborted) throw new WireError("closed");
  }

  /** Says goodbye when the server still listens, and closes. */
  async close(): Promise<void> {
    if (this.#client.usable) {
      // Nothing is lost when the goodbye is not heard.
      await this.#run(() => this.#client.logout()).catch(() => undefined);
    }
    this.#client.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #mailbox() {
    const { mailbox } = this.#client;
    if (!mailbox) throw new WireError(this.#client.usable ? "folder_gone" : "closed");
    return mailbox;
  }

  #failed(): WireError {
    return new WireError(this.#client.usable ? "protocol" : "closed");
  }

  async #one(uid: number, query: Parameters<ImapFlow["fetchOne"]>[1]): Promise<FetchMessageObject> {
    let found: FetchMessageObject | undefined;
    await this.#fetch(`${uid}`, query, { uid: true }, (message) => {
      if (message.uid === uid) found = message;
    });
    if (!found) throw new WireError("message_gone");
    return found;
  }

  /** A FETCH with a deadline that every answered message winds again. */
  async #fetch(
    set: string,
    query: Parameters<ImapFlow["fetch"]>[1],
    options: { uid: boolean; changedSince?: bigint },
    onMessage: (message: FetchMessageObject) => void | Promise<void>,
  ): Promise<void> {
    this.#mailbox();
    await this.#run(async (wind) => {
      for await (const message of this.#client.fetch(set, { uid: true, ...query }, options)) {
        wind();
        await onMessage(message);
        wind();
      }
    });
  }

  async #run<Result>(work: (wind: () => void) => Promise<Result>): Promise<Result> {
    if (!this.#client.usable) throw new WireError("closed");
    using deadline = startDeadline(this.#timeoutMs, () => this.#client.close());
    try {
      return await work(deadline.wind);
    } catch (error) {
      if (deadline.hasExpired()) throw new WireError("closed", { cause: error });
      throw toWireError(error, { host: this.#host, isConnecting: false });
    }
  }
}

/** The server said NO to a command and is otherwise in good health. */
function isRefusal(error: unknown): boolean {
  return error instanceof WireError && (error.kind === "protocol" || error.kind === "throttled");
}
