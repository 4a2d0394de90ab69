import type { Clock } from "#/base/clock.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/** Backoff if the server requests one without a duration. */
const throttledMs = 60_000;

/** The backoff that an account's server requested. It applies to all its connections. */
export class ServerBackoff {
  readonly #clock: Clock;
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** When the backoff ends; 0 without one. */
  get until(): number {
    return this.#until > this.#clock.now() ? this.#until : 0;
  }

  /** Records the backoff if the error is a request for one. */
  note(error: unknown): void {
    if (!(error instanceof WireError) || error.kind !== "throttled") return;
    const until = this.#clock.now() + (error.retryAfterMs ?? throttledMs);
    this.#until = Math.max(this.#until, until);
  }

  /** Throws WireError during the backoff. */
  check(): void {
    const leftMs = this.#until - this.#clock.now();
    if (leftMs > 0) throw new WireError("throttled", { retryAfterMs: leftMs });
  }
}
