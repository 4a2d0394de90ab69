import { EgressRefused } from "#/egress/pinned.ts";
import { wantsAppPassword } from "../login/providers.ts";

export type WireErrorKind =
  | "bad_login"
  | "app_password"
  | "revoked"
  | "unreachable"
  | "certificate"
  | "certificate_changed"
  | "not_imap"
  | "encryption_required"
  | "throttled"
  | "over_quota"
  | "folder_gone"
  | "message_gone"
  /** A response larger than Inlet reads, or endless. */
  | "too_large"
  | "too_many_folders"
  | "protocol"
  | "closed";

/** Error of a mail server, one kind per meaning; the original error is its cause. */
export class WireError extends Error {
  override name = "WireError";
  readonly kind: WireErrorKind;
  /** Backoff that the server requested. */
  readonly retryAfterMs: number | undefined;
  /** True if Inlet ended the connection itself: the current message is not the cause. */
  readonly isOwn: boolean;
  constructor(
    kind: WireErrorKind,
    options?: ErrorOptions & { retryAfterMs?: number; isOwn?: boolean },
  ) {
    super(`mail server: ${kind}`, options);
    this.kind = kind;
    this.retryAfterMs = options?.retryAfterMs;
    this.isOwn = options?.isOwn ?? false;
  }
}

/** Properties that imapflow, Node's sockets and OpenSSL add to their errors. */
interface Foreign {
  code: string;
  text: string;
  serverCode: string;
  isLoginRefused: boolean;
  isTlsFailure: boolean;
  isFolderMissing: boolean;
  retryAfterMs: number | undefined;
}

const kindsOfCodes: Record<string, WireErrorKind> = {
  ECONNREFUSED: "unreachable",
  ECONNRESET: "closed",
  EPIPE: "closed",
  ENOTFOUND: "unreachable",
  EAI_AGAIN: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "unreachable",
  CONNECT_TIMEOUT: "unreachable",
  GREETING_TIMEOUT: "not_imap",
  UPGRADE_TIMEOUT: "encryption_required",
  STARTTLS_INJECTION: "encryption_required",
  ETIMEOUT: "closed",
  NoConnection: "closed",
  EConnectionClosed: "closed",
  StateLogout: "closed",
  ETHROTTLE: "throttled",
  LineTooLarge: "too_large",
  LiteralTooLarge: "too_large",
  ResponseTooLarge: "too_large",
  NONEXISTENT: "folder_gone",
  NotFound: "folder_gone",
  TRYCREATE: "folder_gone",
  LIMIT: "throttled",
  INUSE: "throttled",
  UNAVAILABLE: "throttled",
  OVERQUOTA: "throttled",
};

/** Google: "exceeded command or bandwidth limits"; Exchange: "User is authenticated but not connected". */
const isThrottled =
  /too many (simultaneous )?connections|rate limit|throttled|try again later|exceeded .{0,200}limits|authenticated but not connected/i;

/** Converts an error of a connection into a WireError. */
export function toWireError(
  error: unknown,
  context: { host: string; isConnecting: boolean; hasPinned?: boolean },
): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof EgressRefused) return new WireError("unreachable", { cause: error });
  const foreign = readForeign(error);
  const kind = kindOf(foreign, context);
  const { retryAfterMs } = foreign;
  return new WireError(kind, { cause: error, ...(retryAfterMs ? { retryAfterMs } : {}) });
}

function kindOf(
  foreign: Foreign,
  { host, isConnecting, hasPinned }: { host: string; isConnecting: boolean; hasPinned?: boolean },
): WireErrorKind {
  const { code, serverCode, text } = foreign;
  // Gmail sends OVERQUOTA for too much traffic as well, which passes.
  if (serverCode === "OVERQUOTA" && !isConnecting && !/bandwidth|command or/i.test(text)) {
    return "over_quota";
  }
  if (isThrottled.test(text)) return "throttled";
  if (foreign.isFolderMissing) return "folder_gone";
  if (foreign.isLoginRefused) {
    const known = kindsOfCodes[serverCode];
    if (known) return known;
    if (/login is disabled|privacyrequired/i.test(`${text} ${serverCode}`)) {
      return "encryption_required";
    }
    return wantsAppPassword(host, text) ? "app_password" : "bad_login";
  }
  if (isCertificateProblem(code)) return hasPinned ? "certificate_changed" : "certificate";
  if (/unsupported authentication mechanism/i.test(text)) return "bad_login";
  // OpenSSL's errors for data that is not TLS: the server is unencrypted on this port.
  if (foreign.isTlsFailure || code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    return "encryption_required";
  }
  // Yahoo sends this for single messages (RFC 5530): the rest of the mailbox works.
  if (!isConnecting && serverCode === "UNAVAILABLE") return "protocol";
  const known = kindsOfCodes[serverCode] ?? kindsOfCodes[code];
  if (isConnecting && (known === undefined || known === "closed" || known === "too_large")) {
    return "not_imap";
  }
  return known ?? "protocol";
}

/** Returns true if the server said that it will never do this for this user, or for any user (RFC 5530). */
export function isForbidden({ cause }: WireError): boolean {
  const { serverCode } = readForeign(cause);
  return serverCode === "NOPERM" || serverCode === "CANNOT";
}

/** Returns true if the connection ended or timed out before the server sent anything valid. */
export function isSilence({ cause }: WireError): boolean {
  const { code } = readForeign(cause);
  return (
    code === "GREETING_TIMEOUT" || kindsOfCodes[code] === "closed" || code.startsWith("ClosedAfter")
  );
}

/** Returns true if OpenSSL or Node refused the server's certificate. */
export function isCertificateProblem(code: string): boolean {
  return /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_(GET|VERIFY)|HOSTNAME_MISMATCH|INVALID_CA)/.test(
    code,
  );
}

function readForeign(error: unknown): Foreign {
  const fields = typeof error === "object" && error !== null ? Object.entries(error) : [];
  const field = new Map<string, unknown>(fields);
  const word = (name: string) => {
    const value = field.get(name);
    return typeof value === "string" ? value : "";
  };
  const retryAfter = field.get("throttleReset");
  return {
    code: word("code"),
    serverCode: word("serverResponseCode").toUpperCase(),
    text: `${error instanceof Error ? error.message : ""} ${word("response")} ${word("responseText")}`,
    isLoginRefused: field.get("authenticationFailed") === true,
    isTlsFailure: field.get("tlsFailed") === true,
    isFolderMissing: field.get("mailboxMissing") === true,
    retryAfterMs: typeof retryAfter === "number" ? retryAfter : undefined,
  };
}
