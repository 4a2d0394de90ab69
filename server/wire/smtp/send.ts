import type { Egress } from "#/egress/egress.ts";

export interface SmtpLogin {
  host: string;
  port: number;
  /** Encryption required: implicit on 465, STARTTLS elsewhere. False: clear, for allowed private hosts only. */
  tls: boolean;
  user: string;
  pass: string;
}

export type SmtpErrorKind =
  | "bad_login"
  | "app_password"
  | "unreachable"
  | "certificate"
  | "encryption_required"
  | "rejected"
  | "temporary"
  | "unknown";

/** Why a message was not sent; `unknown` means it may have been: the server fell silent after the final dot. */
export class SmtpError extends Error {
  override name = "SmtpError";
  readonly kind: SmtpErrorKind;
  /** The server's own words, for the log and the person; "" when it said nothing. */
  readonly response: string;
  constructor(kind: SmtpErrorKind, options?: ErrorOptions & { response?: string }) {
    super(`mail server: ${kind}`, options);
    this.kind = kind;
    this.response = options?.response ?? "";
  }
}

export interface Outgoing {
  envelope: { from: string; to: string[] };
  raw: Uint8Array;
}

/** Hands one message over: to all recipients or, when one is refused, to none. */
export async function sendMail(
  egress: Egress,
  login: SmtpLogin,
  outgoing: Outgoing,
): Promise<{ accepted: string[]; response: string }> {
  throw new Error("in the making");
}

/** Connects and logs in, sends nothing. */
export async function trySmtpLogin(egress: Egress, login: SmtpLogin): Promise<void> {
  throw new Error("in the making");
}
