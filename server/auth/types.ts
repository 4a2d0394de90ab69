import type { UserId } from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/auth/social-sign-in.ts";
import type { ShownPasskey } from "@inlet/contract/auth/passkeys.ts";
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
  /** Second part of a browser's session, stored as a cookie; null for an API client. */
  cookie: string | null;
  /** Identifies a browser when it signs in again; null for an API client. */
  device: string | null;
}

/** Users' accounts and their sessions. */
export interface Auth {
  /** Throws the codes of the register endpoint. The first user becomes administrator. */
  register: (form: SignUpForm, visitor: Visitor) => Promise<SignedIn>;
  /** Throws the codes of the login endpoint. An unknown address and a wrong password give the same code. */
  login: (form: SignInForm, visitor: Visitor) => Promise<SignedIn>;
  /** Throws login.passkey_refused. */
  loginWithPasskey: (
    shown: ShownPasskey,
    where: { browsers: readonly string[]; party: RelyingParty },
    visitor: Visitor,
  ) => Promise<SignedIn>;
  /** Throws the codes of the endpoint. A token of another browser does not sign in. */
  socialSignIn: (
    shown: { token: string; code: string; browsers: readonly string[] },
    visitor: Visitor,
  ) => Promise<
    | ({ state: "signed_in" } & SignedIn)
    | { state: "elsewhere"; provider: SocialProvider; email: string }
  >;
  /** Returns null if the session or token is unknown or expired, or a browser's session lacks its cookie. */
  callerOf: (credentials: Credentials) => Promise<Caller | null>;
  /** Ends the session of `bearer`. */
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
  /** Returns true if an administrator disabled this user. Also applies to signed URLs, which need no session. */
  isSignInDisabled: (userId: UserId) => Promise<boolean>;
}
