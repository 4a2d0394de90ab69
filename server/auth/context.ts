import type { Admission } from "#/auth/admission.ts";
import type { Passwords } from "#/auth/passwords.ts";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { SecretBox } from "#/base/secret-box.ts";
import type { HostMail } from "#/host-mail/host-mail.ts";
import type { AuditAnchors } from "#/store/audit/anchors.ts";
import type { Reader } from "#/store/engine/database.ts";
import type { Execute } from "#/store/commands/command-bus.ts";
import type { Authorities } from "#/wire/oauth/authority.ts";

export interface AuthParts {
  reader: Reader;
  execute: Execute;
  clock: Clock;
  passwords: Passwords;
  admission: Admission;
  box: SecretBox;
  log: Log;
  hostMail: HostMail;
  /** Returns a URL for links in mail: always the server's own address, never one from a request. */
  siteUrl: (path: string) => string;
  elsewhere: SocialSignIn;
  /** Key under which failed sign-ins are hashed. */
  failuresKey: Uint8Array;
  /** Ends of the audit log, recorded beside the database. */
  auditAnchors?: Pick<AuditAnchors, "read">;
}

/** External sign-in providers. */
export interface SocialSignIn {
  authorities: Authorities;
  /** Display name of the operator's own sign-in provider; "" if not configured. */
  ownName: string;
}
