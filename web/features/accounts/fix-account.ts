import type { Account } from "@inlet/contract/mail/accounts.ts";

/** The part of the account that the user came to fix; it gets the focus. */
export type RequiredFix = "pass" | "servers" | "outgoing" | "signIn" | "certificate" | null;

const requiredFixes: Readonly<Record<string, RequiredFix>> = {
  "account.bad_login": "pass",
  "account.password_refused": "pass",
  "account.app_password": "pass",
  "account.reconnect": "signIn",
  "account.certificate_changed": "certificate",
  "account.unreachable": "servers",
  "account.not_imap": "servers",
  "account.encryption_required": "servers",
  "account.certificate": "servers",
};

/** Returns the fix for an account's error; null if the error is temporary. */
export function requiredFixOf({ error, provider }: Account): RequiredFix {
  const requiredFix = requiredFixes[error?.code ?? ""] ?? null;
  // An account with a sign-in at a provider has no password.
  return requiredFix === "pass" && provider ? "signIn" : requiredFix;
}

/** Reports whether a field of the form fixes it, and not one of the buttons above. */
export function isFixedByField(requiredFix: RequiredFix): boolean {
  return requiredFix === "pass" || requiredFix === "servers" || requiredFix === "outgoing";
}
