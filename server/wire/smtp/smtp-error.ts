import { EgressRefused } from "#/egress/pinned.ts";
import { isCertificateProblem } from "../imap/wire-error.ts";
import { wantsAppPassword } from "../login/providers.ts";

export type SmtpErrorKind =
  | "bad_login"
  | "app_password"
  | "revoked"
  | "unreachable"
  | "certificate"
  | "certificate_changed"
  | "encryption_required"
  | "rejected"
  /** The message is larger than the server accepts (RFC 1870). */
  | "too_large"
  /** More recipients than the server accepts per message (RFC 5321, 4.5.3.1.10). */
  | "too_many_recipients"
  /** A recipient's address has characters that this server does not support. */
  | "address_not_ascii"
  | "temporary"
  | "unknown";

/**
 * The reason why a message was not sent. `unknown` means that it may have been: the server did not reply after the final dot.
 */
export class SmtpError extends Error {
  override name = "SmtpError";
  readonly kind: SmtpErrorKind;
  /** The server's reply, shown to the user; "" without one. */
  readonly response: string;
  constructor(kind: SmtpErrorKind, options?: ErrorOptions & { response?: string }) {
    super(`mail server: ${kind}`, options);
    this.kind = kind;
    this.response = options?.response ?? "";
  }
}

/** `partly refused`: the server accepts some of the recipients. */
export type SmtpStage =
  | "connecting"
  | "login"
  | "sending"
  | "partly refused"
  | "content"
  | "handed over";

/** Converts an error of the conversation into an SmtpError. */
export function toSmtpError(error: unknown, { host, stage }: { host: string; stage: SmtpStage }) {
  if (error instanceof SmtpError) return error;
  if (error instanceof EgressRefused) return new SmtpError("unreachable", { cause: error });
  const fields = new Map<string, unknown>(
    typeof error === "object" && error !== null ? Object.entries(error) : [],
  );
  const word = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const status = fields.get("responseCode");
  const response = word("response").slice(0, 1000);
  const message = error instanceof Error ? error.message.slice(0, 1000) : "";
  const kind = kindOf({
    code: word("code"),
    response,
    text: `${response} ${message}`,
    status: typeof status === "number" && status >= 400 && status < 600 ? status : 0,
    host,
    stage,
  });
  return new SmtpError(kind, { cause: error, response });
}

interface Failing {
  code: string;
  /** The server's reply; `text` also contains the library's message. */
  response: string;
  text: string;
  /** 0 without a refusing reply. */
  status: number;
  host: string;
  stage: SmtpStage;
}

function kindOf({ code, response, text, status, host, stage }: Failing): SmtpErrorKind {
  // A reply that neither accepts nor refuses (RFC 5321, 4.2.1) leaves the outcome open, like a missing one.
  if (stage === "handed over" && status === 0) return "unknown";
  if (response === "" && isOfCertificate(`${code} ${text}`)) return "certificate";
  // The same recipients will be too many again. If none is accepted, their number is not the cause.
  if (stage === "partly refused" && isTooMany(status, text)) return "too_many_recipients";
  // Includes replies to AUTH (RFC 4954, 6) and to STARTTLS (RFC 3207, 4): login or encryption fail temporarily.
  if (status >= 400 && status < 500) return "temporary";
  if (code === "EAUTH" || (stage === "login" && status >= 500)) {
    return wantsAppPassword(host, text) ? "app_password" : "bad_login";
  }
  if (code === "ETLS" || code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    return "encryption_required";
  }
  // In reply to the content these codes do not concern the login: a new login would only send the whole message again.
  if ((status === 530 || status === 538) && stage !== "content" && stage !== "handed over")
    return stage === "connecting" ? "encryption_required" : "bad_login";
  if (isTooLarge(status, text)) return "too_large";
  if (status >= 500) return "rejected";
  if (code === "EENVELOPE" || code === "EMESSAGE") return "rejected";
  return stage === "connecting" ? "unreachable" : "temporary";
}

/** Certificate errors come wrapped, with OpenSSL's code in the text; a server may mention certificates too. */
function isOfCertificate(text: string): boolean {
  const isCode = text.split(/[\s:]+/).some(isCertificateProblem);
  return isCode || /self[- ]signed|certificate|altnames/i.test(text);
}

/** Returns true for 452, for 552, which means the same (RFC 5321, 4.5.3.1.10), and for the codes of RFC 3463, 3.6. */
function isTooMany(status: number, text: string): boolean {
  return (
    /\b[45]\.5\.3\b/.test(text) ||
    ([452, 552].includes(status) && /too many recipients/i.test(text))
  );
}

/** Returns true for a message that is too large; a full mailbox has the same code (RFC 3463, 3.3 and 3.4). */
function isTooLarge(status: number, text: string): boolean {
  // nodemailer's text, if the server announced its limit before.
  if (status === 0) return /larger than allowed/i.test(text);
  return (
    [552, 554].includes(status) &&
    !/\b5\.2\.2\b/.test(text) &&
    /\b5\.(3\.4|2\.3)\b|message size|too (large|big)/i.test(text)
  );
}
