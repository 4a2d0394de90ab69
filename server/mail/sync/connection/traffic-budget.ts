import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { accountSyncOf } from "#/store/accounts/sync-queries.ts";
import { providerLimits } from "#/wire/imap/provider-limits.ts";
import { WireError } from "#/wire/imap/wire-error.ts";
import type { SyncContext } from "#/mail/sync/context.ts";

/** From this share of the day's bytes on, only headers and texts are fetched. */
const leanShare = 0.8;
/** From this share on, older mail waits for the next day. The rest is for new mail and for messages that users open. */
const fullShare = 0.95;
/** Counted in steps, because a write per message would cost too much. */
const stepBytes = 1024 * 1024;
const dayMs = 24 * 3600_000;

/** Counts the bytes fetched from one account's server, and keeps them below the provider's daily limit. */
export class Traffic {
  readonly #sync: SyncContext;
  readonly #owner: { userId: UserId; accountId: AccountId };
  #limitBytes: number | null = null;
  #day = "";
  #bytes = 0;
  #unsaved = 0;

  constructor(sync: SyncContext, owner: { userId: UserId; accountId: AccountId }) {
    this.#sync = sync;
    this.#owner = owner;
  }

  /** Resumes from the bytes counted before this start, under the limit of this host. */
  async load(host: string): Promise<void> {
    this.#limitBytes = providerLimits(host).bytesPerDay;
    const { userId, accountId } = this.#owner;
    const known = await accountSyncOf(this.#sync.database.reader, userId, accountId);
    if (known.traffic_day !== this.#today() || this.#day === this.#today()) return;
    this.#day = known.traffic_day;
    this.#bytes = known.traffic_bytes;
  }

  get bytesToday(): number {
    return this.#day === this.#today() ? this.#bytes : 0;
  }

  /** True if only headers and texts are fetched. */
  get isLean(): boolean {
    return this.#limitBytes !== null && this.bytesToday >= this.#limitBytes * leanShare;
  }

  /** Throws WireError until the next day if older mail must wait. */
  check(): void {
    if (this.#limitBytes === null || this.bytesToday < this.#limitBytes * fullShare) return;
    throw new WireError("throttled", { retryAfterMs: dayMs - (this.#sync.clock.now() % dayMs) });
  }

  async count(bytes: number): Promise<void> {
    const today = this.#today();
    if (this.#day !== today) {
      this.#day = today;
      this.#bytes = 0;
      this.#unsaved = 0;
    }
    this.#bytes += bytes;
    this.#unsaved += bytes;
    if (this.#unsaved >= stepBytes) await this.save();
  }

  /** Saves the bytes counted since the last call. */
  async save(): Promise<void> {
    const bytes = this.#unsaved;
    if (bytes === 0) return;
    this.#unsaved = 0;
    await this.#sync.execute("account.traffic", { ...this.#owner, day: this.#day, bytes });
  }

  #today(): string {
    return new Date(this.#sync.clock.now()).toISOString().slice(0, 10);
  }
}
