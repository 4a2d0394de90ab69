import type { FolderRole } from "@inlet/contract/email.ts";
import type { AccountId, FolderId, UserId } from "@inlet/contract/ids.ts";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { getAccount } from "#/store/accounts.ts";
import { countInFolder, countInFolders } from "#/store/count-in-folder.ts";
import { foldersOf, getFolder } from "#/store/folders.ts";
import { soughtIn } from "#/store/locations.ts";
import type { AccountRow, FolderRow } from "#/store/tables.ts";
import type { Quota } from "#/wire/imap/quota.ts";
import type { FolderStatus } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { AccountGone } from "./account-gone.ts";
import { compareFolder, type FolderPass } from "./compare-folder.ts";
import type { SyncContext } from "./context.ts";
import { countFolders, isStillEmpty } from "./count-folders.ts";
import { isUnstable } from "./folder-state.ts";
import type { Lane } from "./lane.ts";
import { rereadOlder } from "./reread.ts";
import { surveyAccount } from "./survey.ts";
import { lookForNews } from "./sync-folder.ts";
import type { Timing } from "./timing.ts";
import type { Traffic } from "./traffic.ts";
import type { Troubles } from "./troubles.ts";
import { Wake } from "./wake.ts";

export interface BacklogOptions {
  owner: { userId: UserId; accountId: AccountId };
  timing: Timing;
  lane: Lane;
  troubles: Troubles;
  traffic: Traffic;
  signal: AbortSignal;
  log: Log;
  /** The inbox is not as it was left, or a comparison wrote over something newer: whoever follows it looks again. */
  onInboxNews: () => void;
  /** The account is no more. */
  onGone: () => void;
}

interface Reading {
  status: FolderStatus;
  /** How many of its messages were here at the beginning of the round. */
  here: number;
  isFull: boolean;
  hasResync: boolean;
  /** A change waits for its message to be found in here. */
  isSought: boolean;
}

/** The order in which folders are read. */
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
 * Everything of an account but the newest mail of its inbox: the older mail, the other folders, and the comparisons
 * that prove that nothing was missed.
 */
export class Backlog {
  readonly #sync: SyncContext;
  readonly #options: BacklogOptions;
  readonly #wake = new Wake();
  /** Folders to be compared although their counts agree: the connection was lost since. */
  readonly #suspects = new Set<FolderId>();
  /** In which session an unstable folder was compared. */
  readonly #comparedIn = new Map<FolderId, number>();
  #isSuspect = true;
  /** Who waits for everything to be held against the server, and to hear whether anything differed. */
  #comparisons: ((isEqual: boolean) => void)[] = [];
  #main: Promise<void> | undefined;
  /** When something was last found, so that what is lively is looked at more often. */
  #foundAt = 0;
  #quota: Quota | null = null;
  #comparing: FolderId | undefined;
  /** The server tells of changes in all folders: asking is only a precaution. */
  isNotified = false;

  constructor(sync: SyncContext, options: BacklogOptions) {
    this.#sync = sync;
    this.#options = options;
  }

  /** How full the mailbox was when last asked; null where the server does not tell. */
  get quota(): Quota | null {
    return this.#quota;
  }

  /** The folder that is held against the server right now. */
  get comparing(): FolderId | undefined {
    return this.#comparing;
  }

  start(): void {
    this.#main ??= this.#run();
  }

  /** A round over the folders begins soon. */
  look(): void {
    this.#wake.ring();
  }

  /** Changes may have been missed: the next round compares every folder. */
  suspect(): void {
    this.#isSuspect = true;
    this.#wake.ring();
  }

  /** Compares every message and flag of all folders and mends what differs; true when nothing did. */
  compareAll(): Promise<boolean> {
    if (this.#options.signal.aborted) return Promise.resolve(false);
    return new Promise((fulfil) => {
      this.#comparisons.push(fulfil);
      this.#wake.ring();
    });
  }

  /** The mail server cannot be asked for now: nobody waits on. */
  cannotCompare(): void {
    for (const tell of this.#comparisons.splice(0)) tell(false);
  }

  async ended(): Promise<void> {
    this.#wake.ring();
    await this.#main;
    this.cannotCompare();
  }

  async #run(): Promise<void> {
    const { timing, signal, log } = this.#options;
    const backoff = createBackoff({ firstMs: timing.firstRetryMs, maxMs: timing.lastRetryMs });
    while (!signal.aborted) {
      this.#wake.reset();
      const comparisons = this.#comparisons.splice(0);
      try {
        const isEqual = await this.#round({ isFull: comparisons.length > 0 });
        for (const tell of comparisons) tell(isEqual);
        backoff.reset();
      } catch (error) {
        for (const tell of comparisons) tell(false);
        if (error instanceof AccountGone) this.#options.onGone();
        if (signal.aborted) return;
        const asked = error instanceof WireError && error.kind === "throttled" ? error : undefined;
        log.info({ err: error }, "syncing the folders of an account failed");
        // The inbox reports on the account; here only trying again is left.
        await pause(Math.max(backoff.next(), asked?.retryAfterMs ?? 0), signal);
        continue;
      }
      await this.#rest(AbortSignal.any([signal, this.#wake.signal]));
    }
  }

  /** Ends when the next round is due or is asked for; messages of an earlier version are read again meanwhile. */
  async #rest(signal: AbortSignal): Promise<void> {
    const { lane, troubles, traffic, log } = this.#options;
    const pollMs = this.#pollMs();
    const began = performance.now();
    const pass = { borrow: lane.run.bind(lane), troubles, traffic };
    try {
      const account = await this.#account();
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(pollMs)]);
      await rereadOlder(this.#sync, account, { ...pass, signal: inTime });
    } catch (error) {
      // The rounds go on without it, and it is tried again after the next one.
      if (!signal.aborted) log.info({ err: error }, "re-reading older messages failed");
    }
    await pause(Math.max(0, pollMs - (performance.now() - began)), signal);
  }

  #pollMs(): number {
    const { pollMs, livelyMs } = this.#options.timing;
    if (this.isNotified) return pollMs * 10;
    return this.#sync.clock.now() - this.#foundAt < livelyMs ? pollMs / 4 : pollMs;
  }

  /** Answers whether here and there were equal before; only a full round can tell. */
  async #round({ isFull }: { isFull: boolean }): Promise<boolean> {
    const { lane, signal, log } = this.#options;
    const account = await this.#account();
    // What proves that nothing is missing does not rest on what an old session believes.
    if (isFull) lane.renew();
    const survey = await lane.run(async (connection) => ({
      folders: await surveyAccount(this.#sync, account, connection),
      hasResync: connection.hasResync,
    }));
    if (this.#isSuspect) for (const { folder } of survey.folders) this.#suspects.add(folder.id);
    this.#isSuspect = false;
    const sorted = survey.folders.toSorted(
      (a, b) => order.indexOf(a.folder.role) - order.indexOf(b.folder.role),
    );
    const counted = await countFolders(this.#sync, sorted, {
      borrow: (work) => lane.run(work),
      signal,
    });
    const { reader } = this.#sync.database;
    const counts = await countInFolders(reader, account.user_id, account.id);
    const sought = await soughtIn(reader, account.user_id, account.id);
    const followed = new Set(sorted.map(({ folder }) => folder.id));
    // A change of flags goes with its message, whichever folder that is in by now; and what was in a folder that the
    // person does not want here is found elsewhere or never.
    const wishes = sought.filter(
      ({ kind, folder_id: folderId }) =>
        kind === "flags" || kind === "local" || !followed.has(folderId),
    );
    let isEqual = counted.length === sorted.length;
    let isWhole = isEqual;
    for (const { folder, status } of counted) {
      if (signal.aborted) return false;
      try {
        const { hasResync } = survey;
        const isSought = wishes.length > 0 || sought.some((one) => one.folder_id === folder.id);
        const here = counts.get(folder.id) ?? 0;
        const how = { status, here, isFull, hasResync, isSought };
        const hasFound = await this.#read(account, folder, how);
        if (hasFound) isEqual = false;
      } catch (error) {
        // One folder that the server will not open must not keep the others away.
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
    if (isWhole && !signal.aborted) await this.#giveUp(account, wishes);
    await this.#conclude(account);
    return isEqual && !signal.aborted;
  }

  /** Every folder was compared: where its message was found, what is to be told of it is queued by now; else it is gone. */
  async #giveUp(
    { user_id: userId }: AccountRow,
    wishes: Awaited<ReturnType<typeof soughtIn>>,
  ): Promise<void> {
    for (const [folderId, some] of Map.groupBy(wishes, (wish) => wish.folder_id)) {
      const ids = some.map(({ id }) => id);
      await this.#sync.door("pending.lost", { userId, folderId, ids });
    }
  }

  /** Answers whether anything differed. */
  async #read(account: AccountRow, listed: FolderRow, how: Reading): Promise<boolean> {
    const { lane, troubles, traffic, signal } = this.#options;
    const { clock, database } = this.#sync;
    if (this.#isQuiet(listed, how)) {
      this.#suspects.delete(listed.id);
      return false;
    }
    // What was read before it in this round may have taken long.
    const folder = await getFolder(database.reader, account.user_id, listed.id);
    if (folder === undefined) return false;
    const { status, isFull } = how;
    const here = await countInFolder(database.reader, folder.user_id, folder.id);
    const pass: FolderPass = { borrow: (work) => lane.run(work), troubles, traffic, signal };
    const target = { account, folder: listed };
    let hasFound = false;
    if (hasNews(folder, { status, here })) {
      // The inbox's own connection follows it from the first look on; when it is dead without knowing, it learns so.
      if (folder.role === "inbox") this.#options.onInboxNews();
      else hasFound = await lookForNews(this.#sync, target, pass);
    }
    const isDue = this.#isDue(folder, how);
    if (isDue || this.#isDoubtful(folder, how)) {
      this.#comparing = folder.id;
      const isDeep = isDue || status.highestModseq === "";
      const isMended = await compareFolder(this.#sync, target, { ...pass, isDeep }).finally(() => {
        if (folder.role === "inbox") this.#options.onInboxNews();
      });
      this.#comparedIn.set(folder.id, lane.sessions);
      hasFound ||= isMended;
      if (isFull || this.#quota === null) this.#quota = await lane.run((each) => each.quota());
    }
    if (!signal.aborted) this.#suspects.delete(folder.id);
    // A first pass finds much and says nothing about how lively a folder is.
    if (hasFound && folder.is_complete === 1) this.#foundAt = clock.now();
    return hasFound;
  }

  /** Nothing differs from what was known, and nothing asks for a comparison. */
  #isQuiet(folder: FolderRow, how: Reading): boolean {
    const { status, here, isFull, isSought } = how;
    if (!isFull && !isSought && isStillEmpty({ folder, status }, here)) return true;
    return !hasNews(folder, how) && !this.#isDue(folder, how) && !this.#isDoubtful(folder, how);
  }

  #isDue(folder: FolderRow, { status, isFull }: Reading): boolean {
    const isOld = folder.last_checked_at + this.#options.timing.compareMs < this.#sync.clock.now();
    const isNewEpoch = folder.uid_validity !== status.uidValidity;
    return folder.is_complete === 0 || isNewEpoch || isFull || isOld;
  }

  #isDoubtful(folder: FolderRow, { status, hasResync, isSought }: Reading): boolean {
    const { lane, troubles } = this.#options;
    // With QRESYNC (RFC 7162) a look finds all that happened, however long ago.
    const isToldAll = hasResync && status.highestModseq !== "" && folder.highest_modseq !== "";
    const isSuspect = this.#suspects.has(folder.id) && !isToldAll;
    const isAnew = isUnstable(folder, status) && this.#comparedIn.get(folder.id) !== lane.sessions;
    return isSuspect || isAnew || isSought || troubles.isWaiting(folder.id);
  }

  /** Everything that the server has is here. */
  async #conclude(account: AccountRow): Promise<void> {
    const { door, clock, database } = this.#sync;
    if (account.state === "watching" && !this.#isTellingDue(account)) return;
    const folders = await foldersOf(database.reader, account.user_id, account.id);
    const followed = folders.filter((folder) => folder.is_excluded === 0);
    if (this.#options.signal.aborted || followed.some((folder) => folder.is_complete === 0)) return;
    const current = await this.#account();
    if (current.state !== "syncing" && current.state !== "watching") return;
    if (current.state === "watching" && !this.#isTellingDue(current)) return;
    await door("account.state", {
      accountId: account.id,
      state: "watching",
      errorCode: "",
      lastSyncAt: clock.now(),
    });
  }

  /** Told now and then only, because every telling reaches open tabs. */
  #isTellingDue({ last_sync_at: toldAt }: AccountRow): boolean {
    return this.#sync.clock.now() - toldAt >= lastSyncEveryMs;
  }

  async #account(): Promise<AccountRow> {
    const { userId, accountId } = this.#options.owner;
    const account = await getAccount(this.#sync.database.reader, userId, accountId);
    if (account === undefined) throw new AccountGone();
    return account;
  }
}

/** Whether the server's counts differ from what is known of a folder that was read to its end. */
function hasNews(folder: FolderRow, { status, here }: Pick<Reading, "status" | "here">): boolean {
  if (folder.is_complete === 0 || folder.uid_validity !== status.uidValidity) return false;
  const hasModseq = status.highestModseq !== "" && folder.highest_modseq !== "";
  const isStale = !hasModseq || status.highestModseq !== folder.highest_modseq;
  const isBehind = here + folder.outside_count !== status.messages;
  return isStale || isBehind || status.uidNext !== folder.uid_next;
}
