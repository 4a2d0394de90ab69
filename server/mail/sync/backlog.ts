import type { FolderRole } from "@inlet/contract/mail/email.ts";
import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { countInFolder, countInFolders } from "#/store/folders/message-counts.ts";
import { foldersOf, getFolder } from "#/store/folders/queries.ts";
import { searchedLocationsIn } from "#/store/locations/queries.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import type { Quota } from "#/wire/imap/quota.ts";
import type { FolderStatus } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { AccountRemoved } from "./account-removed.ts";
import { compareFolder, type FolderPass } from "./folder/compare-folder.ts";
import type { SyncContext } from "./context.ts";
import { countFolders, isStillEmpty } from "./folder/count-folders.ts";
import { isUnstable } from "./folder/folder-state.ts";
import type { ConnectionQueue } from "./connection/connection-queue.ts";
import { rereadOlder } from "./reparse-outdated.ts";
import { surveyAccount } from "./survey.ts";
import { lookForNews } from "./folder/sync-folder.ts";
import type { Timing } from "./timing.ts";
import type { Traffic } from "./connection/traffic-budget.ts";
import type { FailureTracker } from "./connection/fetch-failures.ts";
import { LatchedSignal } from "./wake-signal.ts";

export interface BacklogOptions {
  owner: { userId: UserId; accountId: AccountId };
  timing: Timing;
  queue: ConnectionQueue;
  failures: FailureTracker;
  traffic: Traffic;
  signal: AbortSignal;
  log: Log;
  /** Called when the inbox has news, or a comparison overwrote something newer: the inbox is read again. */
  onInboxNews: () => void;
  /** Called when the account was deleted. */
  onRemoved: () => void;
}

interface Reading {
  status: FolderStatus;
  /** Number of its messages that were stored here at the beginning of the round. */
  here: number;
  isFull: boolean;
  hasResync: boolean;
  /** True if a pending change waits for its message to be found in this folder. */
  isSearched: boolean;
}

/** The order in which folders are synced. */
const order: readonly FolderRole[] = [
  "inbox",
  "sent",
  "drafts",
  "archive",
  "other",
  "spam",
  "trash",
];

const lastSyncEveryMs = 5 * 60_000;

/**
 * Syncs the rest of an account: older mail of the inbox, the other folders, and the comparisons that prove that nothing was
 * missed.
 */
export class Backlog {
  readonly #sync: SyncContext;
  readonly #options: BacklogOptions;
  readonly #workSignal = new LatchedSignal();
  /** Folders to compare even if their counts agree: the connection was lost since. */
  readonly #suspects = new Set<FolderId>();
  /** Session in which each unstable folder was last compared. */
  readonly #comparedIn = new Map<FolderId, number>();
  #isSuspect = true;
  /** Callers that wait for a comparison of everything and its result. */
  #comparisons: ((isEqual: boolean) => void)[] = [];
  #main: Promise<void> | undefined;
  /** Time of the last news; active mailboxes are polled more often. */
  #foundAt = 0;
  #quota: Quota | null = null;
  #comparing: FolderId | undefined;
  /** True if the server notifies of changes in all folders: polling is then only a precaution. */
  isNotified = false;

  constructor(sync: SyncContext, options: BacklogOptions) {
    this.#sync = sync;
    this.#options = options;
  }

  /** The last known quota of the mailbox; null if the server does not report one. */
  get quota(): Quota | null {
    return this.#quota;
  }

  /** The folder that is being compared with the server. */
  get comparing(): FolderId | undefined {
    return this.#comparing;
  }

  start(): void {
    this.#main ??= this.#run();
  }

  /** Requests a round over the folders. */
  look(): void {
    this.#workSignal.notify();
  }

  /** Makes the next round compare every folder, because changes may have been missed. */
  suspect(): void {
    this.#isSuspect = true;
    this.#workSignal.notify();
  }

  /** Compares every message and flag of all folders and fixes differences; resolves to true if there were none to fix. */
  compareAll(): Promise<boolean> {
    if (this.#options.signal.aborted) return Promise.resolve(false);
    return new Promise((fulfil) => {
      this.#comparisons.push(fulfil);
      this.#workSignal.notify();
    });
  }

  /** Ends the waiting comparisons: the mail server is unavailable now. */
  cannotCompare(): void {
    for (const settle of this.#comparisons.splice(0)) settle(false);
  }

  async ended(): Promise<void> {
    this.#workSignal.notify();
    await this.#main;
    this.cannotCompare();
  }

  async #run(): Promise<void> {
    const { timing, signal, log } = this.#options;
    const backoff = createBackoff({ firstMs: timing.minRetryMs, maxMs: timing.maxRetryMs });
    while (!signal.aborted) {
      this.#workSignal.reset();
      const comparisons = this.#comparisons.splice(0);
      try {
        const isEqual = await this.#round({ isFull: comparisons.length > 0 });
        for (const settle of comparisons) settle(isEqual);
        backoff.reset();
      } catch (error) {
        for (const settle of comparisons) settle(false);
        if (error instanceof AccountRemoved) this.#options.onRemoved();
        if (signal.aborted) return;
        const asked = error instanceof WireError && error.kind === "throttled" ? error : undefined;
        log.info({ err: error }, "syncing the folders of an account failed");
        // The inbox's runner reports account errors; here it is enough to retry.
        await pause(Math.max(backoff.next(), asked?.retryAfterMs ?? 0), signal);
        continue;
      }
      await this.#rest(AbortSignal.any([signal, this.#workSignal.signal]));
    }
  }

  /** Ends when the next round is due or requested; until then, re-reads messages that an earlier version stored. */
  async #rest(signal: AbortSignal): Promise<void> {
    const { queue, failures, traffic, log } = this.#options;
    const pollMs = this.#pollMs();
    const began = performance.now();
    const pass = { borrow: queue.run.bind(queue), failures, traffic };
    try {
      const account = await this.#account();
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(pollMs)]);
      await rereadOlder(this.#sync, account, { ...pass, signal: inTime });
    } catch (error) {
      // The rounds continue without it, and it is tried again after the next one.
      if (!signal.aborted) log.info({ err: error }, "re-reading older messages failed");
    }
    await pause(Math.max(0, pollMs - (performance.now() - began)), signal);
  }

  #pollMs(): number {
    const { pollMs, livelyMs } = this.#options.timing;
    if (this.isNotified) return pollMs * 10;
    return this.#sync.clock.now() - this.#foundAt < livelyMs ? pollMs / 4 : pollMs;
  }

  /** Returns true if both sides were equal before; only a full round can find that out. */
  async #round({ isFull }: { isFull: boolean }): Promise<boolean> {
    const { queue, signal, log } = this.#options;
    const account = await this.#account();
    // The proof of completeness must not rely on an old session's view.
    if (isFull) queue.renew();
    const survey = await queue.run(async (connection) => ({
      folders: await surveyAccount(this.#sync, account, connection),
      hasResync: connection.hasResync,
    }));
    if (this.#isSuspect) for (const { folder } of survey.folders) this.#suspects.add(folder.id);
    this.#isSuspect = false;
    const sorted = survey.folders.toSorted(
      (a, b) => order.indexOf(a.folder.role) - order.indexOf(b.folder.role),
    );
    const counted = await countFolders(this.#sync, sorted, {
      borrow: (work) => queue.run(work),
      signal,
    });
    const { reader } = this.#sync.database;
    const counts = await countInFolders(reader, account.user_id, account.id);
    const wanted = await searchedLocationsIn(reader, account.user_id, account.id);
    const watched = new Set(sorted.map(({ folder }) => folder.id));
    // A change of flags follows its message, whichever folder has it now; a message from a folder that the user excluded is found
    // in another one or never.
    const requests = wanted.filter(
      ({ kind, folder_id: folderId }) =>
        kind === "flags" || kind === "local" || !watched.has(folderId),
    );
    let isEqual = counted.length === sorted.length;
    let isWhole = isEqual;
    for (const { folder, status } of counted) {
      if (signal.aborted) return false;
      try {
        const { hasResync } = survey;
        const isSearched = requests.length > 0 || wanted.some((one) => one.folder_id === folder.id);
        const here = counts.get(folder.id) ?? 0;
        const how = { status, here, isFull, hasResync, isSearched };
        const hasFound = await this.#read(account, folder, how);
        if (hasFound) isEqual = false;
      } catch (error) {
        // One folder that the server refuses to open must not block the rest.
        if (!(error instanceof WireError) || !["folder_gone", "protocol"].includes(error.kind)) {
          throw error;
        }
        log.info({ err: error, folderId: folder.id }, "syncing a folder failed");
        isEqual = false;
        isWhole = false;
      } finally {
        this.#comparing = undefined;
      }
    }
    if (isWhole && !signal.aborted) await this.#giveUp(account, requests);
    await this.#conclude(account);
    return isEqual && !signal.aborted;
  }

  /**
   * Gives up on operations whose message is in no folder, after every folder was compared. Those with a found message are queued
   * again by now.
   */
  async #giveUp(
    { user_id: userId }: AccountRow,
    requests: Awaited<ReturnType<typeof searchedLocationsIn>>,
  ): Promise<void> {
    for (const [folderId, some] of Map.groupBy(requests, (request) => request.folder_id)) {
      const ids = some.map(({ id }) => id);
      await this.#sync.execute("pending.lost", { userId, folderId, ids });
    }
  }

  /** Returns true if anything differed. */
  async #read(account: AccountRow, listed: FolderRow, how: Reading): Promise<boolean> {
    const { queue, failures, traffic, signal } = this.#options;
    const { clock, database } = this.#sync;
    if (this.#isQuiet(listed, how)) {
      this.#suspects.delete(listed.id);
      return false;
    }
    // Read again, because the folders before it in this round may have taken long.
    const folder = await getFolder(database.reader, account.user_id, listed.id);
    if (folder === undefined) return false;
    const { status, isFull } = how;
    const here = await countInFolder(database.reader, folder.user_id, folder.id);
    const pass: FolderPass = { borrow: (work) => queue.run(work), failures, traffic, signal };
    const target = { account, folder: listed };
    let hasFound = false;
    if (hasNews(folder, { status, here })) {
      // After the first look, the inbox's own connection watches the inbox. If that connection is dead, this makes it notice.
      if (folder.role === "inbox") this.#options.onInboxNews();
      else hasFound = await lookForNews(this.#sync, target, pass);
    }
    const isDue = this.#isDue(folder, how);
    if (isDue || this.#isDoubtful(folder, how)) {
      this.#comparing = folder.id;
      const isDeep = isDue || status.highestModseq === "";
      const isFixed = await compareFolder(this.#sync, target, { ...pass, isDeep }).finally(() => {
        if (folder.role === "inbox") this.#options.onInboxNews();
      });
      this.#comparedIn.set(folder.id, queue.sessions);
      hasFound ||= isFixed;
      if (isFull || this.#quota === null) this.#quota = await queue.run((each) => each.quota());
    }
    if (!signal.aborted) this.#suspects.delete(folder.id);
    // A first pass finds much and does not show how active a folder is.
    if (hasFound && folder.is_complete === 1) this.#foundAt = clock.now();
    return hasFound;
  }

  /** Returns true if nothing differs from the known state, and no comparison is due. */
  #isQuiet(folder: FolderRow, how: Reading): boolean {
    const { status, here, isFull, isSearched } = how;
    if (!isFull && !isSearched && isStillEmpty({ folder, status }, here)) return true;
    return !hasNews(folder, how) && !this.#isDue(folder, how) && !this.#isDoubtful(folder, how);
  }

  #isDue(folder: FolderRow, { status, isFull }: Reading): boolean {
    const isOld = folder.last_checked_at + this.#options.timing.compareMs < this.#sync.clock.now();
    const isNewEpoch = folder.uid_validity !== status.uidValidity;
    return folder.is_complete === 0 || isNewEpoch || isFull || isOld;
  }

  #isDoubtful(folder: FolderRow, { status, hasResync, isSearched }: Reading): boolean {
    const { queue, failures } = this.#options;
    // With QRESYNC (RFC 7162) a look finds all changes since any earlier time.
    const isComplete = hasResync && status.highestModseq !== "" && folder.highest_modseq !== "";
    const isSuspect = this.#suspects.has(folder.id) && !isComplete;
    const isNew = isUnstable(folder, status) && this.#comparedIn.get(folder.id) !== queue.sessions;
    return isSuspect || isNew || isSearched || failures.isWaiting(folder.id);
  }

  /** Concludes a round in which everything of the server was stored. */
  async #conclude(account: AccountRow): Promise<void> {
    const { execute, clock, database } = this.#sync;
    if (account.state === "watching" && !this.#isReportDue(account)) return;
    const folders = await foldersOf(database.reader, account.user_id, account.id);
    const watched = folders.filter((folder) => folder.is_excluded === 0);
    if (this.#options.signal.aborted || watched.some((folder) => folder.is_complete === 0)) return;
    const current = await this.#account();
    if (current.state !== "syncing" && current.state !== "watching") return;
    if (current.state === "watching" && !this.#isReportDue(current)) return;
    await execute("account.state", {
      accountId: account.id,
      state: "watching",
      errorCode: "",
      lastSyncAt: clock.now(),
    });
  }

  /** Saved only now and then, because every update reaches open tabs. */
  #isReportDue({ last_sync_at: reportedAt }: AccountRow): boolean {
    return this.#sync.clock.now() - reportedAt >= lastSyncEveryMs;
  }

  async #account(): Promise<AccountRow> {
    const { userId, accountId } = this.#options.owner;
    const account = await getAccount(this.#sync.database.reader, userId, accountId);
    if (account === undefined) throw new AccountRemoved();
    return account;
  }
}

/** Returns true if the server's counts differ from the known state of a fully read folder. */
function hasNews(folder: FolderRow, { status, here }: Pick<Reading, "status" | "here">): boolean {
  if (folder.is_complete === 0 || folder.uid_validity !== status.uidValidity) return false;
  const hasModseq = status.highestModseq !== "" && folder.highest_modseq !== "";
  const isStale = !hasModseq || status.highestModseq !== folder.highest_modseq;
  const isBehind = here + folder.outside_count !== status.messages;
  return isStale || isBehind || status.uidNext !== folder.uid_next;
}
