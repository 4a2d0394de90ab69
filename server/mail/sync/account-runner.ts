import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { workFor } from "#/base/work-context.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { Quota } from "#/wire/imap/quota.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { syncFailureCode } from "../accounts/login-failure.ts";
import { openAccount } from "../accounts/connect-account.ts";
import { AccountRemoved } from "./account-removed.ts";
import { Backlog } from "./backlog.ts";
import type { SyncContext } from "./context.ts";
import { ConnectionQueue } from "./connection/connection-queue.ts";
import { ServerBackoff } from "./connection/server-backoff.ts";
import { surveyAccount } from "./survey.ts";
import { lookForNews } from "./folder/sync-folder.ts";
import { type Timing, usualTiming } from "./timing.ts";
import { Traffic } from "./connection/traffic-budget.ts";
import { FailureTracker } from "./connection/fetch-failures.ts";
import { LatchedSignal } from "./wake-signal.ts";

/** State of an account that is not in its tables. Plain data: it crosses threads. */
export interface LiveState {
  openConnections: number;
  /** Milliseconds since 1970; 0 if the server requested no pause. */
  pausedUntil: number;
  bytesToday: number;
  quota: Quota | null;
  /** The folder that is being compared with the server. */
  comparing: FolderId | null;
}

/** A second connection loss within this time is shown to the user immediately. */
const lossesApartMs = 60_000;

/** A sync request opens a new connection at most this often. */
const askedAgeMs = 10_000;

/** Consecutive announcements without news before the runner begins to pause. */
const freeAlarms = 4;
const longestAlarmPauseMs = 5000;

/**
 * Syncs one account with its server: one connection idles on the inbox, a second one reads everything else. Failures stay in
 * here: they are saved as the account's state and retried.
 */
export class AccountRunner implements AsyncDisposable {
  readonly #sync: SyncContext;
  readonly #owner: { userId: UserId; accountId: AccountId };
  readonly #timing: Timing;
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #workSignal = new LatchedSignal();
  readonly #queue: ConnectionQueue;
  readonly #backlog: Backlog;
  readonly #failures = new FailureTracker();
  readonly #serverBackoff: ServerBackoff;
  readonly #traffic: Traffic;
  #watching: ImapConnection | undefined;
  #requests: PromiseWithResolvers<"done" | "failed">[] = [];
  #isRefused = false;
  /** Time of the last connection loss, in milliseconds since 1970. */
  #lostAt = 0;
  /** True if the inbox could be read since then. */
  #hasLooked = false;
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
    this.#serverBackoff = new ServerBackoff(sync.clock);
    this.#traffic = new Traffic(sync, owner);
    this.#queue = new ConnectionQueue(
      async () => this.#connect(await this.#account()),
      this.#serverBackoff,
    );
    this.#backlog = new Backlog(sync, {
      owner,
      timing,
      queue: this.#queue,
      failures: this.#failures,
      traffic: this.#traffic,
      signal: this.#stop.signal,
      log: this.#log,
      onInboxNews: () => this.#workSignal.notify(),
      onRemoved: () => this.#end(),
    });
  }

  start(): void {
    this.#main = workFor(this.#owner.userId, () => this.#run());
  }

  /** Syncs the inbox, and soon after it the other folders. */
  syncNow(): Promise<"done" | "failed"> {
    const isUseless = this.#isRefused || this.#stop.signal.aborted || this.#serverBackoff.until > 0;
    if (isUseless) return Promise.resolve("failed");
    const request = Promise.withResolvers<"done" | "failed">();
    this.#requests.push(request);
    this.#workSignal.notify();
    // The user may miss a message that an old session does not know of.
    this.#queue.renew({ fromAgeMs: askedAgeMs });
    this.#backlog.look();
    return request.promise;
  }

  /** Runs work on the second connection, before other waiting tasks. Throws WireError. */
  lend<Result>(work: (connection: ImapConnection) => Promise<Result>): Promise<Result> {
    return this.#queue.run(work, { isUrgent: true });
  }

  /** Requests an early look at the other folders: something was stored there. */
  lookAround(): void {
    this.#backlog.look();
  }

  /** Returns the state that only the connections know. */
  live(): LiveState {
    return {
      openConnections: Number(this.#watching?.isUsable ?? false) + Number(this.#queue.isOpen),
      pausedUntil: this.#serverBackoff.until,
      bytesToday: this.#traffic.bytesToday,
      quota: this.#backlog.quota,
      comparing: this.#backlog.comparing ?? null,
    };
  }

  /** Compares everything with the server and fixes differences; returns true if there were none to fix. */
  async compareAll(): Promise<boolean> {
    if (this.#isRefused) return false;
    return workFor(this.#owner.userId, () => this.#backlog.compareAll());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end();
    await Promise.all([this.#watching?.close(), this.#queue[Symbol.asyncDispose]()]);
    await Promise.all([this.#main, this.#backlog.ended()]);
    this.#answer("failed");
  }

  #end(): void {
    this.#stop.abort();
    this.#workSignal.notify();
  }

  async #run(): Promise<void> {
    const { minRetryMs, maxRetryMs } = this.#timing;
    const backoff = createBackoff({ firstMs: minRetryMs, maxMs: maxRetryMs });
    while (!this.#stop.signal.aborted) {
      try {
        await this.#watch(() => backoff.reset());
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        const waitMs = backoff.next();
        const isOver = await this.#fail(error, waitMs).catch(async (cause: unknown) => {
          // The database itself fails: nothing can be saved, so it only waits.
          this.#log.error({ err: cause }, "saving account state failed");
          await pause(waitMs, this.#stop.signal);
          return false;
        });
        if (isOver) return;
      }
    }
  }

  /** Connects and watches the inbox until the connection is lost. */
  async #watch(onSuccess: () => void): Promise<void> {
    const account = await this.#account();
    await this.#traffic.load(account.imap_host);
    await using connection = await this.#connect(account);
    this.#watching = connection;
    this.#backlog.suspect();
    const folders = await this.#folders(account, connection);
    const inbox = folders.find((folder) => folder.role === "inbox");
    if (inbox === undefined) throw new WireError("protocol", { cause: new Error("no inbox") });
    // For an account that has worked before, only a successful read shows that it works again.
    if (account.state === "connecting") await this.#reportState(folders);
    this.#backlog.isNotified = await connection.notifyOfFolders((what) => {
      // An old session may still list the folders that existed when it began.
      if (what === "folders") this.#queue.renew();
      this.#backlog.look();
    });
    let falseAlarms = 0;
    let isShown = false;
    for (;;) {
      this.#workSignal.reset();
      // An event handler may have set it in between.
      if (this.#stop.signal.aborted) return;
      const requests = this.#requests.splice(0);
      try {
        const hasNews = await this.#look(account, inbox, connection);
        onSuccess();
        this.#hasLooked = true;
        if (!isShown) await this.#reportState(folders);
        isShown = true;
        for (const request of requests) request.resolve("done");
        this.#backlog.start();
        // IDLE may only follow a look without news: a message that arrives during a FETCH is announced once.
        if (hasNews) falseAlarms = 0;
        else {
          const idleFrom = performance.now();
          await this.#idle(connection);
          const hasRested = performance.now() - idleFrom > longestAlarmPauseMs;
          falseAlarms = hasRested ? 0 : falseAlarms + 1;
          await this.#pauseAfter(falseAlarms);
        }
      } catch (error) {
        this.#requests.push(...requests);
        throw error;
      }
    }
  }

  /** Returns the folders known from before. They are compared with the server's list while the inbox is already watched. */
  async #folders(account: AccountRow, connection: ImapConnection): Promise<FolderRow[]> {
    const known = await foldersOf(this.#sync.database.reader, account.user_id, account.id);
    if (known.some((folder) => folder.role === "inbox")) return known;
    const survey = await surveyAccount(this.#sync, account, connection);
    return survey.map(({ folder }) => folder);
  }

  async #look(account: AccountRow, inbox: FolderRow, connection: ImapConnection): Promise<boolean> {
    return lookForNews(
      this.#sync,
      { account, folder: inbox },
      {
        borrow: (work) => work(connection),
        failures: this.#failures,
        traffic: this.#traffic,
        signal: this.#stop.signal,
        onVanished: () => this.#backlog.look(),
      },
    );
  }

  /** Pauses if the server's announcements repeatedly led to no news, until the time is over or the runner is woken. */
  async #pauseAfter(falseAlarms: number): Promise<void> {
    if (falseAlarms <= freeAlarms) return;
    const pauseMs = Math.min(longestAlarmPauseMs, 50 * 2 ** (falseAlarms - freeAlarms));
    await pause(pauseMs, AbortSignal.any([this.#workSignal.signal, this.#stop.signal]));
  }

  async #idle(connection: ImapConnection): Promise<void> {
    const interruption = new AbortController();
    const signal = AbortSignal.any([
      interruption.signal,
      this.#workSignal.signal,
      this.#stop.signal,
    ]);
    const interrupt = () => {
      // A server may send endless announcements, and each call of `abort` creates an exception.
      if (!interruption.signal.aborted) interruption.abort();
    };
    await connection.idle(interrupt, signal);
  }

  /** Saves the failure and waits; returns true if trying again makes no sense. */
  async #fail(error: unknown, waitMs: number): Promise<boolean> {
    if (error instanceof AccountRemoved) return true;
    const code = syncFailureCode(error, { hasWorked: await this.#hasWorked() });
    this.#log.info({ err: error, code }, "account lost its connection to the mail server");
    this.#backlog.cannotCompare();
    this.#serverBackoff.note(error);
    if (isRefusal(error)) {
      this.#isRefused = true;
      await this.#saveState("failed", code);
      this.#answer("failed");
      return true;
    }
    if (!this.#mayBeBrief(error)) await this.#saveState("waiting", code);
    const obeyed = this.#serverBackoff.until > 0;
    const backoffMs = Math.max(waitMs, this.#serverBackoff.until - this.#sync.clock.now());
    if (obeyed) this.#answer("failed");
    this.#workSignal.reset();
    // A waiting request may cut the wait short, unless the server asked for the wait.
    const signals = [this.#stop.signal, ...(obeyed ? [] : [this.#workSignal.signal])];
    await pause(backoffMs, AbortSignal.any(signals));
    return false;
  }

  /**
   * Returns true for the first connection in a while that was lost after the inbox could be read. The next attempt shows the
   * reason: a server restart, a changed password or an outage. A connection that Inlet closed is not an outage.
   */
  #mayBeBrief(error: unknown): boolean {
    if (!(error instanceof WireError) || error.kind !== "closed") return false;
    if (error.isOwn) return true;
    const now = this.#sync.clock.now();
    const isFirst = this.#hasLooked && now - this.#lostAt > lossesApartMs;
    this.#lostAt = now;
    this.#hasLooked = false;
    return isFirst;
  }

  /** Returns true if the server accepted Inlet before: it listed the account's inbox. */
  async #hasWorked(): Promise<boolean> {
    const { userId, accountId } = this.#owner;
    const folders = await foldersOf(this.#sync.database.reader, userId, accountId);
    return folders.some((folder) => folder.role === "inbox");
  }

  async #reportState(folders: readonly FolderRow[]): Promise<void> {
    const isComplete = folders.every((folder) => folder.is_complete === 1);
    await this.#saveState(isComplete ? "watching" : "syncing", "");
  }

  async #saveState(state: AccountRow["state"], errorCode: ErrorCode | ""): Promise<void> {
    const { accountId } = this.#owner;
    await this.#sync.execute("account.state", { accountId, state, errorCode });
  }

  #answer(answer: "failed"): void {
    for (const request of this.#requests.splice(0)) request.resolve(answer);
  }

  async #account(): Promise<AccountRow> {
    const { userId, accountId } = this.#owner;
    const account = await getAccount(this.#sync.database.reader, userId, accountId);
    if (account === undefined) throw new AccountRemoved();
    return account;
  }

  async #connect(account: AccountRow): Promise<ImapConnection> {
    // Borrowers of a connection do not repeat a refused login.
    if (this.#isRefused) throw new WireError("bad_login");
    this.#serverBackoff.check();
    const timeoutMs = this.#timing.wireTimeoutMs;
    const connection = await openAccount(this.#sync, account, { log: this.#log, timeoutMs });
    if (!this.#stop.signal.aborted) return connection;
    await connection.close();
    throw new WireError("closed");
  }
}

/** Returns true if only the user can resolve the error: retrying would lock the account, or trust an unknown server. */
function isRefusal(error: unknown): boolean {
  const kinds = ["bad_login", "app_password", "revoked", "certificate_changed"];
  return error instanceof WireError && kinds.includes(error.kind);
}
