import type { Account } from "@inlet/contract/accounts.ts";

/** What the person came to mend: there the focus goes. */
export type Mending = "pass" | "servers" | "outgoing" | "signIn" | "certificate" | null;

const mendings: Readonly<Record<string, Mending>> = {
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

/** What mends an account's error; null when it passes by itself. */
export function mendingOf({ error, provider }: Account): Mending {
  const mending = mendings[error?.code ?? ""] ?? null;
  // There is no password where the person signs in at a provider.
  return mending === "pass" && provider ? "signIn" : mending;
}

/** Whether a field of the form mends it, and not one of the buttons above. */
export function mendsField(mending: Mending): boolean {
  return mending === "pass" || mending === "servers" || mending === "outgoing";
}
