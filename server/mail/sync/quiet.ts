import type { Clock } from "#/base/clock.ts";
import { WireError } from "#/wire/imap/wire-error.ts";

/** A server that asks to be left alone without saying how long. */
const throttledMs = 60_000;

/** The time during which an account's server wants no requests; it holds for all its connections. */
export class Quiet {
  readonly #clock: Clock;
  #until = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** When the backoff ends; 0 without one. */
  get until(): number {
    return this.#until > this.#clock.now() ? this.#until : 0;
  }

  /** Keeps in mind what the server asked for, if this is what it said. */
  note(error: unknown): void {
    if (!(error instanceof WireError) || error.kind !== "throttled") return;
    const until = this.#clock.now() + (error.retryAfterMs ?? throttledMs);
    this.#until = Math.max(this.#until, until);
  }

  /** Throws WireError during that time. */
  check(): void {
    const leftMs = this.#until - this.#clock.now();
    if (leftMs > 0) throw new WireError("throttled", { retryAfterMs: leftMs });
  }
}
