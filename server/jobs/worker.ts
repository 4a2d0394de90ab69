import type { UserId } from "@inlet/contract/ids.ts";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { workFor } from "#/base/work-context.ts";
import type { Take } from "#/store/jobs/commands.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import { LeaseLost } from "#/store/leases/lease-lost.ts";
import type { JobRow } from "#/store/jobs/schema.ts";

/** Runs one job. Throws RetryAfter to run it again without counting a failure. */
export type JobHandler = (job: JobRow) => Promise<void>;

export interface JobWorkerOptions {
  execute: Execute;
  clock: Clock;
  log: Log;
  handlers: Readonly<Record<string, JobHandler>>;
  /**
   * Background kinds, by priority: at most one background job runs at a time, over all users, and it begins only when nothing
   * else is due.
   */
  background?: readonly string[];
  /** Kinds of jobs that wait for remote servers. Each group has its own slots, so they never fill those of all other jobs. */
  aside?: readonly Aside[];
  /** Returns when the next job of the given kinds is due, or null. */
  nextAt: (kinds: readonly string[]) => Promise<number | null>;
  /** Name of the engine that runs this worker, where there are several. Read for each claim, because the name may change. */
  holder?: () => string;
  /** Users whose jobs are not begun now, because they move to another engine. */
  given?: () => readonly UserId[];
  /** Interval at which jobs are looked for without a signal: another process may have queued one. */
  pollMs?: number;
  /** Time for which a claimed job is reserved, in milliseconds; by default `usualHoldMs`. */
  holdMs?: number;
}

interface Run {
  takeId: string;
  kind: string;
  userId: UserId;
  end: Promise<void>;
}

/** Slots reserved for some kinds of jobs. */
export interface Aside {
  kinds: readonly string[];
  batchSize: number;
  ofOne: number;
}

const maxConcurrentJobs = 32;
/** Maximum number of running jobs per user: one user's dead mail server must not block everyone's mail. */
const jobsOfOne = 8;
/** A killed worker's jobs are free after this time. The worker extends the reservation of a job that runs longer. */
const usualHoldMs = 45_000;
const minRetryMs = 1000;
const maxRetryMs = 10 * 60_000;

/**
 * Claims due jobs and runs several concurrently. Failed jobs are retried with growing delays and never dropped: a job may be the
 * only record of a message to be sent.
 */
export class JobWorker implements AsyncDisposable {
  readonly #options: JobWorkerOptions;
  /** Failures by job; a requested wait does not count. */
  readonly #failures = new Map<string, number>();
  readonly #running = new Map<string, Run>();
  #timer: NodeJS.Timeout | undefined;
  #holding: NodeJS.Timeout | undefined;
  #taking: Promise<void> | undefined;
  #isNotified = false;
  #isStopped = false;

  constructor(options: JobWorkerOptions) {
    this.#options = options;
  }

  /** Signals that a job may be due. */
  notify(): void {
    this.#isNotified = true;
    if (this.#isStopped) return;
    this.#taking ??= this.#takeAll();
  }

  /** Returns true if a job of this user is running. */
  isBusy(userId: UserId): boolean {
    return [...this.#running.values()].some((job) => job.userId === userId);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#taking;
    await Promise.all([...this.#running.values()].map(({ end }) => end));
  }

  async #takeAll(): Promise<void> {
    const { log } = this.#options;
    let waitMs = minRetryMs;
    try {
      while (this.#isNotified && !this.#isStopped) {
        this.#isNotified = false;
        await this.#take();
        waitMs = await this.#untilNext();
      }
    } catch (error) {
      log.error({ err: error }, "claiming jobs failed");
    }
    this.#taking = undefined;
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => this.notify(), waitMs);
  }

  /** Returns the milliseconds until the next job is due. */
  async #untilNext(): Promise<number> {
    const { clock, nextAt, given, pollMs = 15_000 } = this.#options;
    const { kinds, background } = this.#kinds();
    // A due job that was not taken waits for a free slot: the end of a running job signals the worker.
    const free = this.#asides.filter((aside) => !this.#isFull(aside));
    const isAsideFull = free.length < this.#asides.length;
    const at = await nextAt([...kinds, ...background, ...free.flatMap((aside) => aside.kinds)]);
    if (this.#isFull(this.#main) || given?.().length) return minRetryMs;
    const maxMs = isAsideFull ? Math.min(minRetryMs, pollMs) : pollMs;
    return at === null ? maxMs : Math.min(Math.max(at - clock.now(), 0), maxMs);
  }

  async #take(): Promise<void> {
    const { execute, holder, given, holdMs = usualHoldMs } = this.#options;
    const waiting = given?.() ?? [];
    const main = this.#main;
    const limit = Math.min(main.batchSize - this.#runningIn(main).length, main.ofOne);
    const jobs = await execute("jobs.take", {
      ...this.#kinds(),
      limit,
      holdMs,
      ...(holder && { holder: holder() }),
      running: this.#takes,
      notOf: [...this.#busy(main), ...waiting],
      aside: this.#asides.map((aside) => ({
        kinds: [...aside.kinds],
        // One per claim, because several jobs claimed together may all be one user's.
        limit: Math.min(aside.batchSize - this.#runningIn(aside).length, 1),
        notOf: [...this.#busy(aside), ...waiting],
      })),
    });
    for (const job of jobs) {
      const end = this.#do(job).finally(() => {
        this.#running.delete(job.id);
        if (this.#running.size === 0) this.#endHolding();
        this.notify();
      });
      const { kind, user_id: userId, take_id: takeId } = job;
      this.#running.set(job.id, { takeId, kind, userId, end });
    }
    if (this.#running.size > 0) this.#holding ??= setInterval(() => this.#hold(), holdMs / 2);
    const asideKinds = this.#asideKinds;
    const takenAside = jobs.filter(({ kind }) => asideKinds.includes(kind)).length;
    const isMore = limit > 0 && jobs.length - takenAside === limit;
    if (isMore || takenAside > 0) this.#isNotified = true;
  }

  /** Returns the running jobs with the take of each. */
  get #takes(): Take[] {
    return [...this.#running].map(([id, { takeId }]) => ({ id, takeId }));
  }

  /** Extends the hold of the running jobs before it expires, because after that any worker may take them. */
  #hold(): void {
    const { execute, log, holdMs = usualHoldMs } = this.#options;
    execute("jobs.hold", { takes: this.#takes, holdMs }).catch((error: unknown) =>
      log.warn({ err: error }, "renewing job leases failed"),
    );
  }

  #endHolding(): void {
    clearInterval(this.#holding);
    this.#holding = undefined;
  }

  get #asides(): readonly Aside[] {
    return this.#options.aside ?? [];
  }

  get #asideKinds(): string[] {
    return this.#asides.flatMap(({ kinds }) => kinds);
  }

  /** Slots for all kinds that have no group in `aside`. */
  get #main(): Aside {
    const kinds = Object.keys(this.#options.handlers);
    const aside = this.#asideKinds;
    return {
      kinds: kinds.filter((kind) => !aside.includes(kind)),
      batchSize: maxConcurrentJobs,
      ofOne: jobsOfOne,
    };
  }

  /** Returns the kinds that may be taken now. While a background job runs no other one is taken: its end signals the worker. */
  #kinds(): { kinds: string[]; background: string[] } {
    const { background = [] } = this.#options;
    const isBusy = [...this.#running.values()].some(({ kind }) => background.includes(kind));
    return {
      kinds: this.#main.kinds.filter((kind) => !background.includes(kind)),
      background: isBusy ? [] : [...background],
    };
  }

  #runningIn({ kinds }: Aside) {
    return [...this.#running.values()].filter(({ kind }) => kinds.includes(kind));
  }

  /** Returns the users with the maximum number of running jobs. */
  #busy(places: Aside): UserId[] {
    const byUser = Map.groupBy(this.#runningIn(places), ({ userId }) => userId);
    return [...byUser].flatMap(([userId, own]) => (own.length < places.ofOne ? [] : userId));
  }

  /** Returns true if a due job may have to wait for a slot. */
  #isFull(places: Aside): boolean {
    return this.#runningIn(places).length >= places.batchSize || this.#busy(places).length > 0;
  }

  async #do(job: JobRow): Promise<void> {
    const { execute, clock, log, handlers } = this.#options;
    const take = { id: job.id, takeId: job.take_id, userId: job.user_id };
    try {
      await workFor(job.user_id, () => handlers[job.kind]?.(job));
      this.#failures.delete(job.id);
      await execute("jobs.done", take);
    } catch (error) {
      try {
        if (error instanceof RetryAfter) {
          const runAt = clock.now() + error.waitMs;
          await execute("jobs.later", { ...take, runAt });
        } else {
          await this.#afterFailure(job, error);
        }
      } catch (cause) {
        if (cause instanceof LeaseLost) return;
        // The reservation expires, and the job is claimed again.
        log.error({ err: cause, kind: job.kind }, "recording a job's result failed");
      }
    }
  }

  async #afterFailure(job: JobRow, error: unknown): Promise<void> {
    // The engine that holds the user's lease now does the job again.
    if (error instanceof LeaseLost) return;
    const { execute, clock, log } = this.#options;
    const failures = (this.#failures.get(job.id) ?? 0) + 1;
    log.error({ err: error, kind: job.kind, jobId: job.id, failures }, "job failed");
    this.#failures.set(job.id, failures);
    const waitMs = Math.min(minRetryMs * 2 ** (failures - 1), maxRetryMs);
    const runAt = clock.now() + waitMs;
    const errorCode = codeOf(error);
    const take = { id: job.id, takeId: job.take_id, userId: job.user_id };
    await execute("jobs.later", { ...take, runAt, errorCode });
  }
}

/** Returns the code of a failure, without any of its content. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "internal";
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return /^[\w.]{1,40}$/.test(code) ? code : "internal";
}
