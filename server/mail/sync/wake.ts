/** Something to wait for that others can ring; a ring before the wait is not lost. */
export class Wake {
  #controller = new AbortController();

  ring(): void {
    this.#controller.abort();
  }

  /** Aborts at the next ring, or at once when it rang since the last `reset`. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** From here on only new rings count. */
  reset(): void {
    if (this.#controller.signal.aborted) this.#controller = new AbortController();
  }
}
