import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { getAccount } from "#/store/accounts.ts";
import type { AccountRow, FolderRow } from "#/store/tables.ts";
import { connectImap, type ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { syncFailureCode } from "../login-failure.ts";
import { imapLoginOf } from "../logins.ts";
import { AccountGone } from "./account-gone.ts";
import { Backlog } from "./backlog.ts";
import type { SyncContext } from "./context.ts";
import { Lane } from "./lane.ts";
import { saveFolders } from "./save-folders.ts";
import { lookForNews } from "./sync-folder.ts";
import { type Timing, usualTiming } from "./timing.ts";
import { Troubles } from "./troubles.ts";
import { Wake } from "./wake.ts";

/** A server that asks to be left alone without saying how long. */
const throttledMs = 60_000;

/**
 * Keeps one account in step with its server: one connection waits on the inbox, a second one reads everything else.
 * Whatever goes wrong stays in here: it is told as the account's state and tried again.
 */
export class AccountRunner implements AsyncDisposable {
  readonly #sync: SyncContext;
  readonly #owner: { userId: UserId; accountId: AccountId };
  readonly #timing: Timing;
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #wake = new Wake();
  readonly #lane: Lane;
  readonly #backlog: Backlog;
  readonly #troubles = new Troubles();
  #watching: ImapConnection | undefined;
  #requests: PromiseWithResolvers<"done" | "failed">[] = [];
  #isRefused = false;
  #main: Promise<void> = Promise.resolve();

  constructor(
    sync: SyncContext,
    owner: { userId: UserId; accountId: AccountId },
    timing: Timing = usualTiming,
  ) {
    this.#sync = sync;
    this.#owner = owner;
    this.#timing = timing;
    this.#log = sync.log.child({ accountId: owner.accountId });
    this.#lane = new Lane(async () => this.#connect(await this.#account()));
    this.#backlog = new Backlog(sync, {
      owner,
      timing,
      lane: this.#lane,
      troubles: this.#troubles,
      signal: this.#stop.signal,
      log: this.#log,
      onGone: () => this.#end(),
    });
  }

  start(): void {
    this.#main = this.#run();
  }

  /** The newest pass over the inbox, and soon after one over the other folders. */
  syncNow(): Promise<"done" | "failed"> {
    if (this.#isRefused || this.#stop.signal.aborted) return Promise.resolve("failed");
    const request = Promise.withResolvers<"done" | "failed">();
    this.#requests.push(request);
    this.#wake.ring();
    this.#backlog.look();
    return request.promise;
  }

  /** Lends the second connection, before whatever else waits for it. Throws WireError. */
  lend<Result>(work: (connection: ImapConnection) => Promise<Result>): Promise<Result> {
    return this.#lane.run(work, { isUrgent: true });
  }

  /** The other folders are looked at soon: something was put there. */
  lookAround(): void {
    this.#backlog.look();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end();
    await Promise.all([this.#watching?.close(), this.#lane[Symbol.asyncDispose]()]);
    await Promise.all([this.#main, this.#backlog.ended()]);
    this.#answer("failed");
  }

  #end(): void {
    this.#stop.abort();
    this.#wake.ring();
  }

  async #run(): Promise<void> {
    const { firstRetryMs, lastRetryMs } = this.#timing;
    const backoff = createBackoff({ firstMs: firstRetryMs, maxMs: lastRetryMs });
    while (!this.#stop.signal.aborted) {
      try {
        await this.#watch(() => backoff.reset());
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        const isOver = await this.#fail(error, backoff.next()).catch((cause: unknown) => {
          // The database itself is in trouble: nothing to tell it, only to wait.
          this.#log.error({ err: cause }, "the state of an account could not be saved");
          return false;
        });
        if (isOver) return;
      }
    }
  }

  /** Connects and follows the inbox until the connection is lost. */
  async #watch(onSuccess: () => void): Promise<void> {
    const account = await this.#account();
    await using connection = await this.#connect(account);
    this.#watching = connection;
    this.#backlog.suspect();
    const folders = await saveFolders(this.#sync, account, connection);
    const inbox = folders.find((folder) => folder.role === "inbox");
    if (inbox === undefined) throw new WireError("protocol", { cause: new Error("no inbox") });
    await this.#tellState(folders);
    for (;;) {
      this.#wake.reset();
      // Set by another thread of events meanwhile.
      if (this.#stop.signal.aborted) return;
      const requests = this.#requests.splice(0);
      try {
        const hasNews = await this.#look(account, inbox, connection);
        onSuccess();
        for (const request of requests) request.resolve("done");
        this.#backlog.start();
        // Only a look that found nothing may be followed by IDLE: what came during a FETCH is announced just once.
        if (!hasNews) await this.#idle(connection);
      } catch (error) {
        this.#requests.push(...requests);
        throw error;
      }
    }
  }

  async #look(account: AccountRow, inbox: FolderRow, connection: ImapConnection): Promise<boolean> {
    return lookForNews(
      this.#sync,
      { account, folder: inbox },
      {
        borrow: (work) => work(connection),
        troubles: this.#troubles,
        signal: this.#stop.signal,
        onVanished: () => this.#backlog.look(),
      },
    );
  }

  async #idle(connection: ImapConnection): Promise<void> {
    const interruption = new AbortController();
    const signal = AbortSignal.any([interruption.signal, this.#wake.signal, this.#stop.signal]);
    await connection.idle(() => interruption.abort(), signal);
  }

  /** Tells what went wrong and waits; true when trying again makes no sense. */
  async #fail(error: unknown, waitMs: number): Promise<boolean> {
    if (error instanceof AccountGone) return true;
    const code = syncFailureCode(error);
    this.#log.info({ err: error, code }, "an account lost its mail server");
    if (isRefusal(error)) {
      this.#isRefused = true;
      await this.#saveState("failed", code);
      this.#answer("failed");
      return true;
    }
    await this.#saveState("waiting", code);
    const obeyed = error instanceof WireError && error.kind === "throttled";
    const quietMs = obeyed ? Math.max(error.retryAfterMs ?? throttledMs, waitMs) : waitMs;
    if (obeyed) this.#answer("failed");
    this.#wake.reset();
    // Somebody who waits for an answer may cut a wait short, but not one that the server asked for.
    const signals = [this.#stop.signal, ...(obeyed ? [] : [this.#wake.signal])];
    await pause(quietMs, AbortSignal.any(signals));
    return false;
  }

  async #tellState(folders: readonly FolderRow[]): Promise<void> {
    const isComplete = folders.every((folder) => folder.is_complete === 1);
    await this.#saveState(isComplete ? "watching" : "syncing", "");
  }

  async #saveState(state: AccountRow["state"], errorCode: ErrorCode | ""): Promise<void> {
    const { accountId } = this.#owner;
    await this.#sync.door("account.state", { accountId, state, errorCode });
  }

  #answer(answer: "failed"): void {
    for (const request of this.#requests.splice(0)) request.resolve(answer);
  }

  async #account(): Promise<AccountRow> {
    const { userId, accountId } = this.#owner;
    const account = await getAccount(this.#sync.database.reader, userId, accountId);
    if (account === undefined) throw new AccountGone();
    return account;
  }

  async #connect(account: AccountRow): Promise<ImapConnection> {
    // A login that was refused is not tried again by whoever borrows a connection.
    if (this.#isRefused) throw new WireError("bad_login");
    const { egress, box } = this.#sync;
    const timeoutMs = this.#timing.wireTimeoutMs;
    const connection = await connectImap(egress, imapLoginOf(box, account), {
      log: this.#log,
      timeoutMs,
    });
    if (!this.#stop.signal.aborted) return connection;
    await connection.close();
    throw new WireError("closed");
  }
}

/** Trying the same login again would only lock the account. */
function isRefusal(error: unknown): boolean {
  return error instanceof WireError && ["bad_login", "app_password"].includes(error.kind);
}
