import type { FolderRole } from "@inlet/contract/email.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { getAccount } from "#/store/accounts.ts";
import { countInFolder } from "#/store/count-in-folder.ts";
import { foldersOf } from "#/store/folders.ts";
import type { AccountRow, FolderRow } from "#/store/tables.ts";
import type { FolderStatus } from "#/wire/imap/remote.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import { AccountGone } from "./account-gone.ts";
import type { SyncContext } from "./context.ts";
import type { Lane } from "./lane.ts";
import { saveFolders } from "./save-folders.ts";
import { compareFolder, type FolderPass, lookForNews } from "./sync-folder.ts";
import type { Timing } from "./timing.ts";
import type { Troubles } from "./troubles.ts";
import { Wake } from "./wake.ts";

export interface BacklogOptions {
  owner: { userId: UserId; accountId: AccountId };
  timing: Timing;
  lane: Lane;
  troubles: Troubles;
  signal: AbortSignal;
  log: Log;
  /** The account is no more. */
  onGone: () => void;
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
  readonly #suspects = new Set<string>();
  #isSuspect = true;
  #main: Promise<void> | undefined;

  constructor(sync: SyncContext, options: BacklogOptions) {
    this.#sync = sync;
    this.#options = options;
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

  async ended(): Promise<void> {
    this.#wake.ring();
    await this.#main;
  }

  async #run(): Promise<void> {
    const { timing, signal, log } = this.#options;
    const backoff = createBackoff({ firstMs: timing.firstRetryMs, maxMs: timing.lastRetryMs });
    while (!signal.aborted) {
      let waitMs = timing.pollMs;
      this.#wake.reset();
      try {
        await this.#round();
        backoff.reset();
      } catch (error) {
        if (error instanceof AccountGone) this.#options.onGone();
        if (signal.aborted) return;
        waitMs = backoff.next();
        if (error instanceof WireError && error.kind === "throttled") {
          waitMs = Math.max(waitMs, error.retryAfterMs ?? timing.pollMs);
        }
        log.info({ err: error }, "reading the folders of an account stopped");
        // The inbox reports on the account; here only trying again is left.
        await pause(waitMs, signal);
        continue;
      }
      await pause(waitMs, AbortSignal.any([signal, this.#wake.signal]));
    }
  }

  async #round(): Promise<void> {
    const { lane, signal, log } = this.#options;
    const account = await this.#account();
    const folders = await lane.run((connection) => saveFolders(this.#sync, account, connection));
    if (this.#isSuspect) for (const folder of folders) this.#suspects.add(folder.id);
    this.#isSuspect = false;
    const sorted = folders.toSorted((a, b) => order.indexOf(a.role) - order.indexOf(b.role));
    const counted = await this.#countAll(sorted);
    for (const { folder, status } of counted) {
      if (signal.aborted) return;
      try {
        await this.#read(account, folder, status);
      } catch (error) {
        // One folder that the server will not open must not keep the others away.
        if (!(error instanceof WireError) || !["folder_gone", "protocol"].includes(error.kind)) {
          throw error;
        }
        log.info({ err: error, folderId: folder.id }, "a folder could not be read");
      }
    }
    await this.#conclude(account);
  }

  /** First the counts of all folders, so that progress has an end to show. */
  async #countAll(folders: FolderRow[]): Promise<{ folder: FolderRow; status: FolderStatus }[]> {
    const { lane, signal } = this.#options;
    const counted: { folder: FolderRow; status: FolderStatus }[] = [];
    for (const folder of folders) {
      if (signal.aborted) return [];
      const status = await lane.run((connection) => connection.status(folder.path)).catch(refused);
      if (status === undefined) continue;
      if (status.messages !== folder.server_count) {
        const serverCount = status.messages;
        await this.#sync.door("folder.progress", { folderId: folder.id, serverCount });
      }
      counted.push({ folder, status });
    }
    return counted;
  }

  async #read(account: AccountRow, listed: FolderRow, status: FolderStatus): Promise<void> {
    const { lane, troubles, signal, timing } = this.#options;
    const { clock, database } = this.#sync;
    const pass: FolderPass = { borrow: (work) => lane.run(work), troubles, signal };
    const target = { account, folder: listed };
    const folder = (await foldersOf(database.reader, account.user_id, account.id)).find(
      (row) => row.id === listed.id,
    );
    if (folder === undefined) return;
    const isOld = folder.last_checked_at + timing.compareMs < clock.now();
    const isNewEpoch = folder.uid_validity !== status.uidValidity;
    const isSuspect = this.#suspects.has(folder.id);
    // The inbox's own connection follows it from the first look on.
    if (folder.role !== "inbox" && folder.is_complete === 1 && !isNewEpoch) {
      const isStale = status.highestModseq === "" || status.highestModseq !== folder.highest_modseq;
      const here = await countInFolder(database.reader, folder.user_id, folder.id);
      if (isStale || status.uidNext !== folder.uid_next || here !== status.messages) {
        await lookForNews(this.#sync, target, pass);
      }
    }
    if (folder.is_complete === 0 || isNewEpoch || isSuspect || isOld) {
      const isDeep = folder.is_complete === 0 || isNewEpoch || isOld || status.highestModseq === "";
      await compareFolder(this.#sync, target, { ...pass, isDeep });
      if (!signal.aborted) this.#suspects.delete(folder.id);
    }
  }

  /** Everything that the server has is here. */
  async #conclude(account: AccountRow): Promise<void> {
    const { door, clock, database } = this.#sync;
    const folders = await foldersOf(database.reader, account.user_id, account.id);
    if (this.#options.signal.aborted || folders.some((folder) => folder.is_complete === 0)) return;
    const current = await this.#account();
    if (current.state !== "syncing" && current.state !== "watching") return;
    // Told now and then only, because every telling reaches open tabs.
    const isDue = clock.now() - current.last_sync_at >= lastSyncEveryMs;
    if (current.state === "watching" && !isDue) return;
    await door("account.state", {
      accountId: account.id,
      state: "watching",
      errorCode: "",
      lastSyncAt: clock.now(),
    });
  }

  async #account(): Promise<AccountRow> {
    const { userId, accountId } = this.#options.owner;
    const account = await getAccount(this.#sync.database.reader, userId, accountId);
    if (account === undefined) throw new AccountGone();
    return account;
  }
}

/** A folder whose counts the server keeps to itself is passed over. */
function refused(error: unknown): undefined {
  if (error instanceof WireError && ["folder_gone", "protocol"].includes(error.kind)) return;
  throw error;
}
