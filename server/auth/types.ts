import type { UserId } from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/social-sign-in.ts";
import type { ShownPasskey } from "@inlet/contract/passkeys.ts";
import type { Administration } from "#/auth/administration.ts";
import type { Audit } from "#/auth/audit.ts";
import type { ApiTokens } from "#/auth/api-tokens.ts";
import type { RegistrationDesk } from "#/auth/invitations.ts";
import type { MailedLinks } from "#/auth/mailed-links.ts";
import type { Passkeys, RelyingParty } from "#/auth/passkeys.ts";
import type { Profile, Profiles } from "#/auth/profile.ts";
import type { Caller, Credentials, Visitor } from "#/auth/sessions.ts";
import type { Security } from "#/auth/security.ts";
import type { Social } from "#/auth/social/social.ts";
import type { SignInForm } from "#/auth/sign-in.ts";
import type { SignUpForm } from "#/auth/sign-up.ts";

export interface SignedIn {
  user: Profile;
  token: string;
  /** The other half of a browser's session; null for a program. */
  cookie: string | null;
  /** Identifies a browser when it signs in again; null for an API client. */
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
  /** Fails with the codes of the endpoint. A token of another browser does not sign in. */
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
  /** Returns whether an administrator disabled this user; holds for addresses without a session too. */
  isKeptOut: (userId: UserId) => Promise<boolean>;
}
