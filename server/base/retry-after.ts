/** Thrown by work that cannot be done now for an external reason: it costs no attempt. */
export class RetryAfter extends Error {
  override name = "RetryAfter";
  readonly waitMs: number;
  constructor(waitMs: number, options?: ErrorOptions) {
    super(`again in ${waitMs} ms`, options);
    this.waitMs = waitMs;
  }
}
