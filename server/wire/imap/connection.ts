import type { Readable } from "node:stream";
import type { FlagsEvent, ImapFlow } from "imapflow";
import type { Log } from "#/base/log.ts";
import type { Egress } from "#/egress/egress.ts";
import { isTalking, reasonBeside } from "./command-failure.ts";
import { CommandRunner } from "./command-runner.ts";
import { createClient } from "./create-client.ts";
import type { Restraint } from "./restraint.ts";
import { startDeadline } from "./deadline.ts";
import { type Content, fetchWhole, type Take } from "./fetch/fetch-message.ts";
import { idleUntil } from "./idle.ts";
import { fetchOutline } from "./fetch/fetch-outline.ts";
import { partStream, sourceStream } from "./fetch/fetch-stream.ts";
import { readMessageId } from "./message-id.ts";
import { notifyOfFolders } from "./notify.ts";
import { type Quota, readQuota } from "./quota.ts";
import { underName } from "./folders/raw-names.ts";
import { isScanAnswer, scanned } from "./fetch/scanned.ts";
import { searchUids } from "./search.ts";
import { selectFolder } from "./folders/select-folder.ts";
import { folderStatus, surveyFolders } from "./folders/survey.ts";
import { toUidSets } from "./uid-set.ts";
import { toWireError, WireError } from "./wire-error.ts";
import type {
  FolderStatus,
  ImapLogin,
  MailboxEvent,
  Outline,
  KnownState,
  Scanned,
  ScanRange,
  Selected,
  SurveyedFolder,
} from "./remote.ts";

export interface ImapOptions {
  log: Log;
  /** Timeout for connecting, for each command, and for each step of a long response. */
  timeoutMs: number;
}

/** Connects and logs in. Every failure is a WireError. */
export async function connectImap(
  egress: Egress,
  login: ImapLogin,
  { log, timeoutMs }: ImapOptions,
): Promise<ImapConnection> {
  let client: ImapFlow | undefined;
  let restraint: Restraint | undefined;
  // ImapFlow's own timeouts cover connecting and the greeting, but not a login without a response.
  using deadline = startDeadline(
    timeoutMs,
    () => client?.close(),
    () => restraint?.pauses.totalMs ?? 0,
  );
  try {
    const pinned = await egress.resolve(login.host, login.port, "mail");
    if (!login.tls && !pinned.isAllowedPrivate) throw new WireError("encryption_required");
    ({ client, restraint } = createClient(pinned, login, timeoutMs));
    // Node ends the process on an unhandled error event; the running command gets the same error anyway.
    client.on("error", (error) => log.debug({ err: error }, "imap connection failed"));
    await client.connect();
    return new ImapConnection(client, { host: pinned.host, timeoutMs, restraint });
  } catch (error) {
    client?.close();
    const reason = restraint && reasonBeside(restraint, error);
    if (reason) throw reason;
    if (deadline.hasExpired()) {
      throw new WireError(isTalking(client, 0) ? "too_large" : "unreachable", { cause: error });
    }
    const hasPinned = !!login.certificate;
    throw toWireError(error, { host: login.host, isConnecting: true, hasPinned });
  }
}

/** A logged-in session. The caller must run one command at a time. Each has a deadline and fails with a WireError. */
export class ImapConnection implements AsyncDisposable {
  readonly capabilities: ReadonlySet<string>;
  readonly #client: ImapFlow;
  readonly #commands: CommandRunner;
  /** True for CONDSTORE and QRESYNC (RFC 7162), until the server rejects them despite offering them. */
  #hasModseq = true;
  #opened: { path: string; uidValidity: number } | undefined;

  constructor(client: ImapFlow, given: { host: string; timeoutMs: number; restraint: Restraint }) {
    this.#client = client;
    this.capabilities = new Set(client.capabilities.keys());
    this.#commands = new CommandRunner(client, given);
  }

  /** False once the connection was closed or lost. */
  get isUsable(): boolean {
    return this.#client.usable;
  }

  /** The open folder, whichever caller opened it; undefined if that is not certain. */
  get opened(): { readonly path: string; readonly uidValidity: number } | undefined {
    return this.#client.mailbox ? this.#opened : undefined;
  }

  /** True if opening a folder can report changes since a known state (RFC 7162). */
  get hasResync(): boolean {
    return this.#hasModseq && this.#client.enabled.has("QRESYNC");
  }

  /** Returns all folders, with their counts if the server reports them in the list (RFC 5819). May leave the open folder. */
  async listFolders(): Promise<SurveyedFolder[]> {
    return this.#commands.run(() => surveyFolders(this.#client));
  }

  /** Opens a folder; `since` requests the changes since then, if the server supports it. */
  async select(
    path: string,
    { readOnly, since }: { readOnly: boolean; since?: KnownState | undefined },
  ): Promise<Selected> {
    const known = this.hasResync ? since : undefined;
    this.#opened = undefined;
    try {
      const selected = await this.#commands.run(() =>
        selectFolder(this.#client, path, { readOnly, since: known }),
      );
      this.#opened = { path, uidValidity: selected.uidValidity };
      return this.#hasModseq ? selected : { ...selected, highestModseq: "" };
    } catch (error) {
      if (known === undefined || !isRefusal(error) || !this.#client.usable) throw error;
      this.#hasModseq = false;
      return this.select(path, { readOnly });
    }
  }

  /** Returns the counts of a folder without opening it. */
  async status(path: string): Promise<FolderStatus> {
    const status = await this.#commands.run(() => folderStatus(this.#client, path));
    if (status === null) throw new WireError("folder_gone");
    return this.#hasModseq ? status : { ...status, highestModseq: "" };
  }

  /** Requests notifications of changes in all folders (RFC 5465); returns false if the server does not offer that. */
  async notifyOfFolders(onChange: (what: "messages" | "folders") => void): Promise<boolean> {
    return this.#commands.run(() => notifyOfFolders(this.#client, onChange));
  }

  /** Returns the mailbox quota (RFC 9208); null if the server does not report it. */
  async quota(): Promise<Quota | null> {
    return this.#commands.run(() => readQuota(this.#client));
  }

  /** Returns the Message-IDs of messages in the open folder, without angle brackets; "" for a message without one. */
  async messageIds(uids: readonly number[]): Promise<Map<number, string>> {
    const found = new Map<number, string>();
    for (const set of toUidSets(uids)) {
      await this.#commands.fetch(
        set,
        { headers: ["message-id"] },
        { uid: true },
        ({ uid, headers }) => {
          if (headers) found.set(uid, readMessageId(headers));
        },
      );
    }
    return found;
  }

  /**
   * Returns UIDs, flags, dates and sizes of the open folder, oldest first. With `changedSince`, a server without CONDSTORE
   * returns all messages.
   */
  async scan(range: ScanRange): Promise<Scanned[]> {
    const exists = this.#commands.openFolder().exists;
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
    const found = new Map<number, Scanned>();
    try {
      await this.#commands.fetch(set, this.#scanQuery(), options, (message) => {
        if (!isScanAnswer(message)) return;
        // `n:*` includes the last message even if its UID is below n (RFC 3501, 6.4.8).
        if (!isByUid || message.uid >= range.fromUid) found.set(message.uid, scanned(message));
      });
    } catch (error) {
      if (options.changedSince === undefined || !isRefusal(error) || !this.#client.usable) {
        throw error;
      }
      // The server offered CONDSTORE but does not support it.
      this.#hasModseq = false;
      return this.scan({ fromUid: 1 });
    }
    return [...found.values()].toSorted((a, b) => a.uid - b.uid);
  }

  /** Returns all UIDs of the open folder, ascending. */
  async allUids(): Promise<number[]> {
    const { exists } = this.#commands.openFolder();
    if (exists === 0) return [];
    return this.#commands.run(() => searchUids(this.#client, { exists }));
  }

  /**
   * Fetches whole messages, or their headers alone, without marking them seen. `onMessage` must not use this connection. A
   * message that the server refuses is left out, the rest still arrive.
   */
  async fetchWhole(uids: number[], onMessage: Take, content: Content = "source"): Promise<void> {
    await fetchWhole(uids, onMessage, {
      content,
      query: this.#scanQuery(),
      fetch: (set, query, onEach) => this.#commands.fetch(set, query, { uid: true }, onEach),
      isRefusal: (error) => isRefusal(error) && this.#client.usable,
    });
  }

  /**
   * Fetches header, structure and text parts of a message too large to be fetched whole. Throws `protocol` if the server sends an
   * unreadable structure; the message itself may be fine. Nothing else is read from the connection until `onOutline`, which must
   * not use it, is done.
   */
  async fetchOutline(
    uid: number,
    onOutline: (outline: Outline) => void | Promise<void> = () => undefined,
  ): Promise<Outline> {
    return fetchOutline(
      (query, onAnswer) => this.#commands.one(uid, query, onAnswer),
      this.#scanQuery(),
      onOutline,
    );
  }

  /** Returns the decoded content of one part, fetched in pieces while it is read. */
  async fetchPart(uid: number, part: string): Promise<Readable> {
    return partStream((query) => this.#commands.one(uid, query), part);
  }

  /** Returns the raw message (RFC 5322), fetched in pieces while it is read. */
  async fetchSource(uid: number): Promise<Readable> {
    return sourceStream((query) => this.#commands.one(uid, query));
  }

  /**
   * Changes flags of messages in the open folder. Returns the UIDs without a response: they may be gone, since that is not an
   * error (RFC 9051, 6.4.9).
   */
  async storeFlags(uids: number[], change: { add: string[]; remove: string[] }): Promise<number[]> {
    const { add, remove } = change;
    const silent = new Set(add.length + remove.length === 0 ? [] : uids);
    const receive = ({ uid }: FlagsEvent) => silent.delete(uid ?? 0);
    this.#client.on("flags", receive);
    try {
      const options = { uid: true };
      for (const set of toUidSets(silent)) {
        const isDone = await this.#commands.run(
          async () =>
            (add.length === 0 || (await this.#client.messageFlagsAdd(set, add, options))) &&
            (remove.length === 0 || (await this.#client.messageFlagsRemove(set, remove, options))),
        );
        if (!isDone) throw this.#failed();
      }
    } finally {
      this.#client.off("flags", receive);
    }
    return [...silent];
  }

  /** Appends a message to a folder. The UID is known if the server reports it (RFC 4315). */
  async append(
    path: string,
    raw: Uint8Array,
    { flags, internalDate }: { flags: string[]; internalDate: number },
  ): Promise<{ uid?: number }> {
    const date = new Date(internalDate);
    const done = await this.#commands.run(() =>
      underName(this.#client, path, () => this.#client.append(path, Buffer.from(raw), flags, date)),
    );
    if (!done) throw this.#failed();
    return done.uid === undefined ? {} : { uid: done.uid };
  }

  /** Creates a folder below the server's prefix unless it exists. Returns its path. */
  async createFolder(name: string): Promise<string> {
    const made = await this.#commands.run(() => this.#client.mailboxCreate(name));
    if (!made) throw this.#failed();
    return made.path;
  }

  /** Returns the UIDs of the messages with this Message-ID. Opens the folder read-only. */
  async findByMessageId(path: string, messageId: string): Promise<number[]> {
    if (/[\r\n\0"\\]/.test(messageId)) return [];
    const selected = await this.select(path, { readOnly: true });
    if (selected.exists === 0) return [];
    const { exists } = selected;
    const candidates = await this.#commands.run(() =>
      searchUids(this.#client, { exists, messageId }),
    );
    // QQ ignores the condition and returns everything, so the newest candidates are checked.
    const newest = candidates.slice(-50);
    const known = await this.messageIds(newest);
    return newest.filter((uid) => known.get(uid) === messageId);
  }

  /** Runs a command of another file in this folder, with the same deadline and errors as all commands. */
  async command<Result>(
    work: (client: ImapFlow, wind: () => void) => Promise<Result>,
  ): Promise<Result> {
    return this.#commands.run((wind) => work(this.#client, wind));
  }

  /** Reports events of the open folder until the signal aborts; throws a WireError when the connection ends. */
  async idle(onEvent: (event: MailboxEvent) => void, signal: AbortSignal): Promise<void> {
    const noop = () => this.#commands.run(() => this.#client.noop());
    await idleUntil(this.#client, { noop, onEvent, signal });
    if (!signal.aborted) throw this.#commands.failures.closed();
  }

  /** Sends LOGOUT if the connection is usable, and closes it. */
  async close(): Promise<void> {
    if (this.#client.usable) {
      // Nothing is lost when LOGOUT fails.
      await this.#commands.run(() => this.#client.logout()).catch(() => undefined);
    }
    this.#client.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #scanQuery() {
    // Only with X-GM-EXT-1: other servers reject a request for labels with BAD.
    const isGmail = this.capabilities.has("X-GM-EXT-1");
    return { flags: true, internalDate: true, size: true, threadId: isGmail, labels: isGmail };
  }

  #failed(): WireError {
    return this.#client.usable ? new WireError("protocol") : this.#commands.failures.closed();
  }
}

/** Returns true if the server rejected a command and the connection still works. */
function isRefusal(error: unknown): boolean {
  return error instanceof WireError && (error.kind === "protocol" || error.kind === "throttled");
}
