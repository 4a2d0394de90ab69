import { CallFailure } from "./failure-of.ts";
import { ModelFailure } from "./port.ts";

/** Timeouts and retries of questions to models. */
export interface Timeouts {
  /** Time until the first character of a streamed response. */
  firstTextMs: number;
  /** Total time, with retries and delays. */
  totalMs: number;
  /** Number of retries after the first attempt. */
  retries: number;
  /** Pause before the second attempt if the server requests none; doubled before the third. */
  pauseMs: number;
}

export const defaultTimeouts: Timeouts = {
  firstTextMs: 30_000,
  totalMs: 60_000,
  retries: 2,
  pauseMs: 400,
};

/** Reports whether retrying the same question could succeed. */
function isWorthRetrying(failure: ModelFailure): failure is CallFailure {
  if (!(failure instanceof CallFailure)) return false;
  const { status } = failure;
  return failure.reason === "unreachable"
    ? status === 0 || status >= 500
    : status === 429 || status === 408 || status === 504;
}

/** Returns the pause before the next attempt; null for no retry. */
export function pauseBefore(
  failure: unknown,
  tries: number,
  timeouts: Timeouts,
  leftMs: number,
): number | null {
  if (!(failure instanceof ModelFailure) || !isWorthRetrying(failure)) return null;
  if (tries > timeouts.retries) return null;
  const requested = failure.retryAfterMs ?? timeouts.pauseMs * 2 ** (tries - 1);
  // If the server requests a longer pause than the time left, do not retry.
  return requested < leftMs ? requested : null;
}

/** A signal that aborts with the caller's, or with ModelFailure("slow") when the time is over. */
export class Deadline implements Disposable {
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  #first: NodeJS.Timeout | undefined;
  readonly #caller: AbortSignal | undefined;
  readonly #endsAt: number;
  readonly signal: AbortSignal;

  constructor(timeouts: Timeouts, caller: AbortSignal | undefined) {
    this.signal = this.#controller.signal;
    this.#caller = caller;
    this.#endsAt = performance.now() + timeouts.totalMs;
    this.#total = setTimeout(this.#late, timeouts.totalMs);
    caller?.addEventListener("abort", this.#leave, { once: true });
    if (caller?.aborted) this.#leave();
  }

  /** Aborts unless the first character arrives within this time. */
  expectText(withinMs: number): void {
    this.textCame();
    this.#first = setTimeout(this.#late, withinMs);
  }

  textCame(): void {
    clearTimeout(this.#first);
  }

  get leftMs(): number {
    return this.#endsAt - performance.now();
  }

  /** Waits. Throws the signal's reason if it aborts in that time. */
  async pause(ms: number): Promise<void> {
    this.signal.throwIfAborted();
    await new Promise<void>((done, fail) => {
      const ended = () => {
        clearTimeout(timer);
        fail(this.signal.reason);
      };
      const timer = setTimeout(() => {
        this.signal.removeEventListener("abort", ended);
        done();
      }, ms);
      this.signal.addEventListener("abort", ended, { once: true });
    });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#total);
    clearTimeout(this.#first);
    this.#caller?.removeEventListener("abort", this.#leave);
  }

  readonly #late = () => this.#controller.abort(new ModelFailure("slow"));
  readonly #leave = () => this.#controller.abort(new ModelFailure("aborted"));
}
