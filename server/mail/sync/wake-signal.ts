/** A latching signal: sent before the wait, it is not lost. */
export class LatchedSignal {
  #controller = new AbortController();

  notify(): void {
    this.#controller.abort();
  }

  /** Aborts at the next signal, or immediately if there was one since the last `reset`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Clears earlier signals. */
  reset(): void {
    if (this.#controller.signal.aborted) this.#controller = new AbortController();
  }
}
