import { AsyncLocalStorage } from "node:async_hooks";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { ServerBackoff } from "./server-backoff.ts";
import { WireError, type WireErrorKind } from "#/wire/imap/wire-error.ts";

/** Errors after which the connection still works: the server only rejected one command. */
const harmless: readonly WireErrorKind[] = ["folder_gone", "message_gone", "protocol"];

/** Dovecot may show a session the folders as they were at its beginning, for the whole session. */
const freshTtlMs = 3600_000;

interface Turn {
  work: (connection: ImapConnection) => Promise<void>;
  fail: (error: unknown) => void;
}

/**
 * One connection that several tasks share, one at a time. It is opened when first needed, and reopened after a loss. A task may
 * run twice if an idle connection turns out to be dead, so tasks must be repeatable.
 */
export class ConnectionQueue implements AsyncDisposable {
  readonly #connect: () => Promise<ImapConnection>;
  readonly #serverBackoff: ServerBackoff;
  readonly #urgent: Turn[] = [];
  readonly #queue: Turn[] = [];
  #connection: ImapConnection | undefined;
  #running: Promise<void> | undefined;
  #isClosed = false;
  #sessions = 0;
  /** Monotonic times: when the connection was opened, and from when it is to be replaced. */
  #openedAt = 0;
  #staleAt = 0;

  constructor(connect: () => Promise<ImapConnection>, serverBackoff: ServerBackoff) {
    this.#connect = connect;
    this.#serverBackoff = serverBackoff;
  }

  /** Number of connections opened so far: UIDs of an unstable folder are valid for one connection only. */
  get sessions(): number {
    return this.#sessions;
  }

  get isOpen(): boolean {
    return this.#connection !== undefined;
  }

  /** Makes the next task open a new connection, unless the open one has not reached the age. */
  renew({ fromAgeMs = 0 }: { fromAgeMs?: number } = {}): void {
    this.#staleAt = Math.min(this.#staleAt, this.#openedAt + fromAgeMs);
  }

  /** Runs a task on the connection. `isUrgent` overtakes waiting tasks, not the running one. Throws WireError. */
  run<Result>(
    work: (connection: ImapConnection) => Promise<Result>,
    { isUrgent = false }: { isUrgent?: boolean } = {},
  ): Promise<Result> {
    if (this.#isClosed) return Promise.reject(new WireError("closed"));
    // Runs the work in its caller's async context, not in that of the work being served.
    const asAsked = AsyncLocalStorage.snapshot();
    return new Promise<Result>((fulfil, reject) => {
      const turn = {
        work: async (c: ImapConnection) => fulfil(await asAsked(work, c)),
        fail: reject,
      };
      (isUrgent ? this.#urgent : this.#queue).push(turn);
      this.#running ??= this.#serve();
    });
  }

  /** Releases the connection; the next work opens a new one. */
  async release(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const turn of [...this.#urgent.splice(0), ...this.#queue.splice(0)]) {
      turn.fail(new WireError("closed"));
    }
    await this.release();
    await this.#running;
    // A connection may still have been opening.
    await this.release();
  }

  async #serve(): Promise<void> {
    for (let turn = this.#next(); turn !== undefined; turn = this.#next()) {
      try {
        this.#serverBackoff.check();
        await this.#take(turn);
      } catch (error) {
        this.#serverBackoff.note(error);
        turn.fail(error);
      }
    }
    this.#running = undefined;
  }

  #next(): Turn | undefined {
    return this.#urgent.shift() ?? this.#queue.shift();
  }

  async #take(turn: Turn): Promise<void> {
    if (this.#staleAt <= performance.now()) await this.release();
    const reused = this.#connection;
    if (reused !== undefined) {
      try {
        return await turn.work(reused);
      } catch (error) {
        if (isHarmless(error)) throw error;
        await this.release();
        if (!(error instanceof WireError) || error.kind !== "closed" || this.#isClosed) throw error;
      }
    }
    this.#connection = await this.#connect();
    this.#sessions += 1;
    this.#openedAt = performance.now();
    this.#staleAt = this.#openedAt + freshTtlMs;
    try {
      await turn.work(this.#connection);
    } catch (error) {
      if (!isHarmless(error)) await this.release();
      throw error;
    }
  }
}

function isHarmless(error: unknown): boolean {
  return error instanceof WireError && harmless.includes(error.kind);
}
