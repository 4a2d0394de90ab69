export type WireErrorKind =
  | "bad_login"
  | "app_password"
  | "unreachable"
  | "certificate"
  | "not_imap"
  | "encryption_required"
  | "throttled"
  | "folder_gone"
  | "message_gone"
  | "too_large"
  | "protocol"
  | "closed";

/** What went wrong with a mail server, one shape per meaning; the foreign error is its cause. */
export class WireError extends Error {
  override name = "WireError";
  readonly kind: WireErrorKind;
  /** How long the server asked to be left alone. */
  readonly retryAfterMs: number | undefined;
  constructor(kind: WireErrorKind, options?: ErrorOptions & { retryAfterMs?: number }) {
    super(`mail server: ${kind}`, options);
    this.kind = kind;
    this.retryAfterMs = options?.retryAfterMs;
  }
}
