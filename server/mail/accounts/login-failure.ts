import type { ErrorCode } from "@inlet/contract/errors.ts";
import { Failure } from "#/base/failure.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { isSilence, WireError, type WireErrorKind } from "#/wire/imap/wire-error.ts";

const codes: Record<WireErrorKind, ErrorCode> = {
  bad_login: "account.bad_login",
  app_password: "account.app_password",
  revoked: "account.reconnect",
  unreachable: "account.unreachable",
  closed: "account.unreachable",
  throttled: "account.unreachable",
  certificate: "account.certificate",
  certificate_changed: "account.certificate_changed",
  over_quota: "account.over_quota",
  not_imap: "account.not_imap",
  encryption_required: "account.encryption_required",
  folder_gone: "account.add_failed",
  message_gone: "account.add_failed",
  too_large: "account.answer_too_large",
  too_many_folders: "account.too_many_folders",
  protocol: "account.not_imap",
};

/** Returns the failure to show after a login attempt; a forbidden address reads like an unreachable one. */
export function loginFailure(cause: unknown): Failure {
  if (cause instanceof Failure) return cause;
  return new Failure(loginFailureCode(cause), { cause });
}

/** Returns the error code of an account that cannot be synced. `hasWorked`: its mail server accepted Inlet before. */
export function syncFailureCode(cause: unknown, { hasWorked }: { hasWorked: boolean }): ErrorCode {
  if (cause instanceof WireError) {
    if (cause.kind === "throttled") return "account.throttled";
    // A server that accepts connections and sends nothing is as unreachable as one that accepts none.
    if (hasWorked && cause.kind === "not_imap" && isSilence(cause)) return "account.no_answer";
  }
  const code = loginFailureCode(cause);
  if (hasWorked && code === "account.unreachable" && !isForbidden(cause)) {
    return "account.no_answer";
  }
  if (hasWorked && code === "account.bad_login") return "account.password_refused";
  // An account that has worked speaks IMAP: its responses are unusual, not missing.
  return code === "account.add_failed" || code === "account.not_imap"
    ? "account.sync_failed"
    : code;
}

/** Returns true if Inlet may not connect to the address. Waiting does not help then. */
function isForbidden(cause: unknown): boolean {
  const refused = cause instanceof WireError ? cause.cause : cause;
  return refused instanceof EgressRefused && refused.cause === undefined;
}

/** Returns the error code for a failed connection to a mail server. */
function loginFailureCode(cause: unknown): ErrorCode {
  if (cause instanceof Failure) return cause.code;
  if (cause instanceof WireError) return codes[cause.kind];
  if (cause instanceof EgressRefused) return "account.unreachable";
  return "account.add_failed";
}
