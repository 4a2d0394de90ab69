/** Measures the time for which Inlet itself does not read a connection's socket: the server cannot respond then. */
export class Pauses {
  #endedMs = 0;
  #open = 0;
  #beganAt = 0;

  /** Milliseconds of all pauses so far, including the current one. */
  get totalMs(): number {
    return this.#endedMs + (this.#open > 0 ? performance.now() - this.#beganAt : 0);
  }

  /** Begins a pause. The returned function ends it. */
  begin(): () => void {
    if (this.#open === 0) this.#beganAt = performance.now();
    this.#open += 1;
    return () => {
      this.#open -= 1;
      if (this.#open === 0) this.#endedMs += performance.now() - this.#beganAt;
    };
  }

  /** Pauses until the work is done. */
  async during(work: () => void | Promise<void>): Promise<void> {
    const end = this.begin();
    try {
      await work();
    } finally {
      end();
    }
  }
}
