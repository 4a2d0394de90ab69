import type { UserId } from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/social-sign-in.ts";
import type { ShownPasskey } from "@inlet/contract/passkeys.ts";
import { type Administration, createAdministration } from "#/auth/administration.ts";
import type { Admission } from "#/auth/admission.ts";
import { type Audit, createAudit } from "#/auth/audit.ts";
import { createAlerts } from "#/auth/alerts.ts";
import { type ApiTokens, createApiTokens } from "#/auth/api-tokens.ts";
import { createFailedSignIns } from "#/auth/failed-sign-ins.ts";
import { createRegistrationDesk, type RegistrationDesk } from "#/auth/invitations.ts";
import { createMailedLinks, type MailedLinks } from "#/auth/mailed-links.ts";
import { createNoteFailure } from "#/auth/note-failure.ts";
import { createPasskeys, type Passkeys, type RelyingParty } from "#/auth/passkeys.ts";
import type { Passwords } from "#/auth/passwords.ts";
import { createProfiles, presentUser, type Profile, type Profiles } from "#/auth/profile.ts";
import { createSessions, type Caller, type Credentials, type Visitor } from "#/auth/sessions.ts";
import { createSecondFactor } from "#/auth/second-factor.ts";
import { createSecurity, type Security } from "#/auth/security.ts";
import { createSocial, type Social } from "#/auth/social/social.ts";
import { signIn, type SignInForm } from "#/auth/sign-in.ts";
import { signUp, type SignUpForm } from "#/auth/sign-up.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import { Failure } from "#/base/fail.ts";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { SealedBox } from "#/base/sealed-box.ts";
import type { HostMail } from "#/host-mail/host-mail.ts";
import type { AuditAnchors } from "#/store/audit-anchors.ts";
import { isDisabled } from "#/store/admin-users.ts";
import type { Reader } from "#/store/database.ts";
import type { Door } from "#/store/door.ts";
import type { UserRow } from "#/store/tables.ts";
import type { Authorities } from "#/wire/oauth/authority.ts";

export interface SignedIn {
  user: Profile;
  token: string;
  /** The other half of a browser's session; null for a program. */
  cookie: string | null;
  /** What a browser is known by when it signs in again; null for a program. */
  device: string | null;
}

/** Accounts of people, and their sessions. */
export interface Auth {
  /** Fails with the codes of the register endpoint. The first account becomes administrator. */
  register: (form: SignUpForm, visitor: Visitor) => Promise<SignedIn>;
  /** Fails with the codes of the login endpoint; an unknown address and a wrong password look the same. */
  login: (form: SignInForm, visitor: Visitor) => Promise<SignedIn>;
  /** Fails with login.passkey_refused. */
  loginWithPasskey: (
    shown: ShownPasskey,
    where: { browsers: readonly string[]; party: RelyingParty },
    visitor: Visitor,
  ) => Promise<SignedIn>;
  /** Fails with the codes of the endpoint. Another browser's token signs nobody in. */
  loginElsewhere: (
    shown: { token: string; code: string; browsers: readonly string[] },
    visitor: Visitor,
  ) => Promise<
    | ({ state: "signed_in" } & SignedIn)
    | { state: "elsewhere"; provider: SocialProvider; email: string }
  >;
  /** Null when the session is unknown, over, or lacks its cookie; the same of a token. */
  callerOf: (credentials: Credentials) => Promise<Caller | null>;
  /** Ends the session of this bearer. */
  logout: (bearer: string) => Promise<void>;
  profiles: Profiles;
  security: Security;
  links: MailedLinks;
  passkeys: Passkeys;
  social: Omit<Social, "arrive">;
  apiTokens: Omit<ApiTokens, "isApiToken" | "callerOf">;
  audit: Audit;
  administration: Administration;
  registration: RegistrationDesk;
  /** Whether an administrator keeps this person out: of what is opened without a session too. */
  isKeptOut: (userId: UserId) => Promise<boolean>;
}

export interface AuthParts {
  reader: Reader;
  door: Door;
  clock: Clock;
  passwords: Passwords;
  admission: Admission;
  box: SealedBox;
  log: Log;
  hostMail: HostMail;
  /** Where mail leads to: the server's own address, never one that a caller named. */
  siteUrl: (path: string) => string;
  elsewhere: Elsewhere;
  /** Under which it is noted who failed to sign in. */
  failuresKey: Uint8Array;
  /** Ends of the audit log, noted beside the database. */
  auditAnchors?: Pick<AuditAnchors, "read">;
}

/** Where else people sign in. */
export interface Elsewhere {
  authorities: Authorities;
  /** What people call the issuer of the host's own choice; "" where there is none. */
  ownName: string;
}

/** Everything about people's accounts and sessions. */
export function createAuth(parts: AuthParts): Auth {
  const { door } = parts;
  const sessions = createSessions(parts);
  const failures = createFailedSignIns({ door, key: parts.failuresKey }, createNoteFailure(parts));
  const passkeys = createPasskeys({ ...parts, failures });
  const apiTokens = createApiTokens({ ...parts, failures });
  const secondFactor = createSecondFactor(parts);

  const alerts = createAlerts(parts);
  const links = createMailedLinks({ ...parts, alerts });
  const social = createSocial({ ...parts, failures, secondFactor, alerts, links });

  /** Every way in leads here. Fails with login.disabled. */
  async function begin(row: UserRow, visitor: Visitor): Promise<SignedIn & { isNew: boolean }> {
    if (row.disabled_at > 0) throw new Failure("login.disabled");
    const device = visitor.isBrowser ? visitor.device || randomToken() : null;
    const deviceHash = hashToken(device ?? `program ${visitor.userAgent}`);
    const isNew = await door("device.note", { userId: row.id, deviceHash });
    return { user: presentUser(row), device, isNew, ...(await sessions.begin(row.id, visitor)) };
  }

  return {
    async register(form, visitor) {
      const row = await signUp(parts, form);
      const { isNew: _, ...signedIn } = await begin(row, visitor);
      await links.greet(row);
      return signedIn;
    },
    async login(form, visitor) {
      const row = await signIn({ ...parts, failures, secondFactor }, form, visitor.address);
      const { isNew, ...signedIn } = await begin(row, visitor);
      if (isNew) await alerts.tell(row.id, "newDevice", visitor);
      return signedIn;
    },
    async loginWithPasskey(shown, { browsers, party }, visitor) {
      const { isNew, ...signedIn } = await begin(
        await passkeys.signIn(shown, browsers, party),
        visitor,
      );
      if (isNew) await alerts.tell(signedIn.user.id, "newDevice", visitor);
      return signedIn;
    },
    async loginElsewhere(shown, visitor) {
      const arrived = await social.arrive(shown, visitor.address);
      if (arrived.state === "elsewhere") return arrived;
      const { isNew, ...signedIn } = await begin(arrived.user, visitor);
      // Whoever signed up a moment ago knows.
      if (isNew && !arrived.isNewcomer) await alerts.tell(arrived.user.id, "newDevice", visitor);
      return { state: "signed_in", ...signedIn };
    },
    callerOf: async (credentials) =>
      apiTokens.isApiToken(credentials.bearer)
        ? apiTokens.callerOf(credentials.bearer)
        : sessions.callerOf(credentials),
    logout: sessions.end,
    profiles: createProfiles(parts),
    security: createSecurity({ ...parts, failures, sessions, secondFactor, alerts }),
    links,
    passkeys,
    social,
    apiTokens,
    audit: createAudit(parts),
    administration: createAdministration({ ...parts, failures, links }),
    registration: createRegistrationDesk(parts),
    isKeptOut: (userId) => isDisabled(parts.reader, userId),
  };
}
