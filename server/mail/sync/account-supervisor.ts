import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { countPending } from "#/store/pending/count-pending.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { AccountRunner, type LiveState } from "./account-runner.ts";
import type { SyncContext } from "./context.ts";
import { type Timing, usualTiming } from "./timing.ts";

export type SyncState = "done" | "syncing" | "failed";

export interface Owner {
  userId: UserId;
  accountId: AccountId;
}

/** Supervises one sync runner per account of this process; failures are isolated. */
export class AccountSupervisor implements AsyncDisposable {
  readonly #sync: SyncContext;
  readonly #timing: Timing;
  #isClosed = false;
  /** Runners that were stopped and have not ended yet. */
  readonly #ending = new Map<AccountId, Promise<void>>();
  readonly #runners = new Map<AccountId, { userId: UserId; runner: AccountRunner }>();

  constructor(sync: SyncContext, timing: Timing = usualTiming) {
    this.#sync = sync;
    this.#timing = timing;
  }

  /** Watches the account from now on. A running account restarts with its current settings. */
  async watch(owner: Owner): Promise<void> {
    await this.leave(owner.accountId);
    // If two callers start it at once, one does, with the settings that both saw.
    if (this.#isClosed || this.#runners.has(owner.accountId)) return;
    const runner = new AccountRunner(this.#sync, owner, this.#timing);
    this.#runners.set(owner.accountId, { userId: owner.userId, runner });
    runner.start();
  }

  /** Releases an account; its work has ended when this resolves. */
  async leave(accountId: AccountId): Promise<void> {
    const watched = this.#runners.get(accountId);
    this.#runners.delete(accountId);
    if (watched) {
      const end = watched.runner[Symbol.asyncDispose]().finally(() => {
        if (this.#ending.get(accountId) === end) this.#ending.delete(accountId);
      });
      this.#ending.set(accountId, end);
    }
    await this.#ending.get(accountId);
  }

  /** Releases all accounts of the given users. */
  async leaveAllOf(userIds: readonly UserId[]): Promise<void> {
    if (userIds.length === 0) return;
    const theirs = [...this.#runners].filter(([, { userId }]) => userIds.includes(userId));
    await Promise.all(theirs.map(([accountId]) => this.leave(accountId)));
  }

  /** Syncs the inbox of one or all of the user's accounts, and waits for it at most limits.syncAnswerMs. */
  async syncNow(userId: UserId, accountId?: AccountId): Promise<SyncState> {
    const runners = [...this.#runners].filter(
      ([id, watched]) => watched.userId === userId && (accountId === undefined || id === accountId),
    );
    const passes = runners.map(([, { runner }]) => runner.syncNow());
    const answers = await inTime(Promise.all(passes), limits.syncAnswerMs);
    if (answers === undefined) return "syncing";
    return answers.includes("failed") ? "failed" : "done";
  }

  /** Runs work on the account's second connection. Throws WireError, `closed` for an account that is not watched. */
  async lend<Result>(
    accountId: AccountId,
    work: (connection: ImapConnection) => Promise<Result>,
  ): Promise<Result> {
    const watched = this.#runners.get(accountId);
    if (watched === undefined) throw new WireError("closed");
    return watched.runner.lend(work);
  }

  /** Requests an early look at the account's other folders: something was stored there. */
  lookAround(accountId: AccountId): void {
    this.#runners.get(accountId)?.runner.lookAround();
  }

  /** Returns the state that only the account's connections know; undefined if the account is not watched. */
  live(accountId: AccountId): LiveState | undefined {
    return this.#runners.get(accountId)?.runner.live();
  }

  /** Begins a full comparison of the account; returns false if it is not watched. */
  compare(accountId: AccountId): boolean {
    const watched = this.#runners.get(accountId);
    if (watched === undefined) return false;
    watched.runner.compareAll().catch(() => undefined);
    return true;
  }

  /**
   * Returns true if every pending operation was pushed, and a full comparison made now finds no difference. Differences are
   * fixed, so the next call shows the result.
   */
  async settled(accountId: AccountId): Promise<boolean> {
    const watched = this.#runners.get(accountId);
    if (watched === undefined) return false;
    const { reader } = this.#sync.database;
    if ((await countPending(reader, watched.userId, accountId)) > 0) return false;
    const isEqual = await watched.runner.compareAll();
    return isEqual && (await countPending(reader, watched.userId, accountId)) === 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#runners.keys()].map((accountId) => this.leave(accountId)));
    await Promise.all(this.#ending.values());
  }
}

async function inTime<Result>(work: Promise<Result>, limitMs: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((fulfil) => {
    timer = setTimeout(() => fulfil(undefined), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
