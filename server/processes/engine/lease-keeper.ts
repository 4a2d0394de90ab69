import type { UserId } from "@inlet/contract/ids.ts";
import { createBackoff } from "#/base/backoff.ts";
import type { Log } from "#/base/log.ts";
import { pause } from "#/base/pause.ts";
import { randomId } from "#/base/random-id.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { HeldLeases } from "#/store/leases/held-leases.ts";

/** Timing of an engine's leases; shorter in tests. */
export interface LeaseTiming {
  /** Interval of heartbeats, which no other work delays, and of scans for users without an engine. */
  beatMs: number;
  /** Lease duration: after this long without a heartbeat other engines take over. */
  ttlMs: number;
  /** An engine without a successful heartbeat for this long pauses: shortly afterwards it may be declared dead. */
  restMs: number;
  /** Maximum number of users taken or given in one scan, to avoid contacting thousands of mail servers at the same time. */
  batchSize: number;
}

/** Takeover happens within 25 s of the last heartbeat: the rest of the lease plus one scan. */
export const usualLeaseTiming: LeaseTiming = {
  beatMs: 4000,
  ttlMs: 20_000,
  restMs: 14_000,
  batchSize: 100,
};

export interface LeaseKeeperOptions {
  /** A command bus outside the lease check, because it writes the leases, and without the queue of mail writes. */
  execute: Execute;
  log: Log;
  timing?: LeaseTiming;
  /** Called when this engine acquired these users. */
  onAcquired: (userIds: UserId[]) => Promise<void>;
  /** Called when this engine lost these users. Resolves when all work for them has stopped. */
  onLost: (userIds: UserId[]) => Promise<void>;
  /** A user with work in progress, such as an email that a server is accepting, is not given away. */
  isBusy?: (userId: UserId) => boolean;
}

/**
 * Holds an engine's share of the users of a database that several engines share, by leases that expire. Each engine writes for
 * its own users alone: see store/leases/held-leases.ts.
 */
export class LeaseKeeper implements HeldLeases, AsyncDisposable {
  readonly #options: LeaseKeeperOptions;
  readonly #timing: LeaseTiming;
  readonly #leases = new Map<UserId, { fence: number; since: number }>();
  readonly #leaving = new AbortController();
  /** Users whose work is being stopped here before another engine takes them. */
  #given: readonly UserId[] = [];
  #holder = randomId();
  /** The holder name under which the engine paused; leases under it can be acquired at once. */
  #formerly: string | undefined;
  #isNew = true;
  #takesMore = true;
  #confirmedAt = performance.now();
  #arrival = Promise.withResolvers<void>();
  #rest: NodeJS.Timeout | undefined;
  #main: Promise<unknown> = Promise.resolve();

  constructor(options: LeaseKeeperOptions) {
    this.#options = options;
    this.#timing = options.timing ?? usualLeaseTiming;
  }

  get holder(): string {
    return this.#holder;
  }

  /** Number of users that this engine works for. */
  get size(): number {
    return this.#leases.size;
  }

  /** Users for which no new work may begin. */
  get given(): readonly UserId[] {
    return this.#given;
  }

  fenceOf(userId: UserId): number | undefined {
    return this.#leases.get(userId)?.fence;
  }

  heldSince(userId: UserId): number {
    return this.#leases.get(userId)?.since ?? Infinity;
  }

  /** Takes a first share of users and starts both loops. */
  async start(): Promise<void> {
    await this.#beat();
    await this.#look();
    this.#main = Promise.all([this.#live(), this.#scanForUsers()]);
  }

  /** Takes no further users, before a stop; the held ones stay. */
  takeNoMore(): void {
    this.#takesMore = false;
  }

  /** A user may have no engine. */
  notify(): void {
    this.#arrival.resolve();
  }

  /** Reports a write that was refused because another engine works for the user. */
  lost(userId: UserId): void {
    if (this.#leases.delete(userId)) {
      this.#options.log.warn({ userId }, "another engine took over a user");
    }
    this.#options
      .onLost([userId])
      .catch((error: unknown) =>
        this.#options.log.error({ err: error }, "failed to stop lost user's work"),
      );
  }

  /** Releases all users; other engines may take over at once. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#leaving.abort();
    this.#arrival.resolve();
    await this.#main;
    // The last scan may have set it.
    clearTimeout(this.#rest);
    const { execute, log } = this.#options;
    await execute("engine.give", { holder: this.#holder }).catch((error: unknown) =>
      log.warn({ err: error }, "lease release failed, will expire"),
    );
  }

  /** To begin with thousands takes longer than others wait for a word. */
  async #live(): Promise<void> {
    const { beatMs } = this.#timing;
    const backoff = createBackoff({ firstMs: 250, maxMs: beatMs });
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      await pause(this.#isNew ? 50 : beatMs, signal);
      if (signal.aborted) return;
      try {
        await this.#beat();
        backoff.reset();
      } catch (error) {
        this.#options.log.warn({ err: error }, "engine heartbeat failed");
        await pause(backoff.next(), signal);
      }
    }
  }

  async #scanForUsers(): Promise<void> {
    const { beatMs } = this.#timing;
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      // Waits briefly, so one scan handles all notifications that arrive together.
      await Promise.race([
        pause(beatMs, signal),
        this.#arrival.promise.then(() => pause(50, signal)),
      ]);
      if (signal.aborted) return;
      this.#arrival = Promise.withResolvers();
      await this.#look().catch((error: unknown) =>
        this.#options.log.warn({ err: error }, "scanning for users without an engine failed"),
      );
    }
  }

  async #beat(): Promise<void> {
    const { execute } = this.#options;
    const { ttlMs } = this.#timing;
    const askedAt = performance.now();
    const holder = this.#holder;
    const isNew = this.#isNew;
    const isAlive = await execute("engine.beat", { holder, ttlMs, isNew });
    // The engine paused during the call, and has a new name.
    if (holder !== this.#holder) return;
    if (!isAlive) {
      this.#holder = randomId();
      this.#isNew = true;
      await this.#leaveAll("engine was declared dead");
      return;
    }
    this.#isNew = false;
    this.#confirmedAt = askedAt;
    this.#watchOver();
    if (isNew) this.#arrival.resolve();
  }

  async #look(): Promise<void> {
    // An engine name that the database does not know yet may take no users.
    if (this.#isNew) return;
    const { execute } = this.#options;
    const { batchSize } = this.#timing;
    const holder = this.#holder;
    if (this.#formerly !== undefined) await execute("engine.give", { holder: this.#formerly });
    this.#formerly = undefined;
    const since = performance.now();
    const { acquired, surplus, held } = await execute("engine.share", {
      holder,
      known: this.#leases.size,
      most: this.#takesMore ? batchSize : 0,
    });
    // The engine paused during the call: users taken under the former name are given back under it.
    if (holder !== this.#holder) return;
    for (const { userId, fence } of acquired) this.#leases.set(userId, { fence, since });
    if (held !== null) {
      await this.#keepOnly(new Set([...held, ...acquired.map(({ userId }) => userId)]));
    }
    if (acquired.length > 0) await this.#begin(acquired.map(({ userId }) => userId));
    // The engine paused while it started work for them, so another engine may have acquired them.
    if (holder !== this.#holder) return this.#options.onLost(acquired.map(({ userId }) => userId));
    if (acquired.length === batchSize) this.#arrival.resolve();
    if (surplus > 0) await this.#give(Math.min(surplus, batchSize));
  }

  /** Starts work for users. If that fails, the next scan gives them back and takes them again. */
  async #begin(userIds: UserId[]): Promise<void> {
    try {
      await this.#options.onAcquired(userIds);
    } catch (error) {
      for (const userId of userIds) this.#leases.delete(userId);
      await this.#options.onLost(userIds);
      throw error;
    }
  }

  async #keepOnly(held: ReadonlySet<UserId>): Promise<void> {
    const gone = [...this.#leases.keys()].filter((userId) => !held.has(userId));
    for (const userId of gone) this.#leases.delete(userId);
    if (gone.length > 0) await this.#options.onLost(gone);
    // Leases whose acquisition was committed but not acknowledged: release and reacquire them with a new token.
    const unknown = [...held].filter((userId) => !this.#leases.has(userId));
    const { execute } = this.#options;
    if (unknown.length > 0)
      await execute("engine.give", { holder: this.#holder, userIds: unknown });
  }

  /** Releases users for an engine that has fewer. Their work stops first. */
  async #give(count: number): Promise<void> {
    const { isBusy = () => false } = this.#options;
    const holder = this.#holder;
    this.#given = [...this.#leases.keys()].filter((userId) => !isBusy(userId)).slice(0, count);
    if (this.#given.length === 0) return;
    try {
      await this.#options.onLost([...this.#given]);
      const ours = this.#given.filter((userId) => this.#leases.has(userId));
      // New work may have started for them before all had stopped.
      const [busy, userIds] = [ours.filter(isBusy), ours.filter((userId) => !isBusy(userId))];
      for (const userId of userIds) this.#leases.delete(userId);
      if (busy.length > 0) await this.#begin(busy);
      // The engine paused while it started the busy ones again, and released the rest.
      if (holder !== this.#holder) return await this.#options.onLost(busy);
      if (userIds.length === 0) return;
      await this.#options.execute("engine.give", { holder, userIds });
    } finally {
      this.#given = [];
    }
  }

  /** Without a heartbeat to the database, this engine stops its work before others start theirs. */
  #watchOver(): void {
    clearTimeout(this.#rest);
    const leftMs = this.#confirmedAt + this.#timing.restMs - performance.now();
    this.#rest = setTimeout(() => {
      this.#formerly ??= this.#holder;
      this.#isNew = true;
      this.#holder = randomId();
      void this.#leaveAll("engine paused until the database is back");
    }, leftMs);
  }

  async #leaveAll(why: string): Promise<void> {
    clearTimeout(this.#rest);
    const userIds = [...this.#leases.keys()];
    this.#leases.clear();
    if (userIds.length === 0) return;
    this.#options.log.warn({ people: userIds.length }, why);
    await this.#options.onLost(userIds);
  }
}
