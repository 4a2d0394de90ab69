import type { UserId } from "@inlet/contract/ids.ts";
import type { User } from "@inlet/contract/user.ts";

/** Who makes a call: always found from the session, never from what the call says. */
export interface Caller {
  userId: UserId;
  sessionId: string;
}

/** What a sign-in comes with, besides its fields. */
export interface Visitor {
  /** A browser's session is bound to a cookie; a program's is not. */
  isBrowser: boolean;
  address: string;
  userAgent: string;
}

export interface SignedIn {
  user: User;
  token: string;
  /** The other half of a browser's session; null for a program. */
  cookie: string | null;
}

export interface Credentials {
  bearer: string;
  cookies: readonly string[];
}

/** Accounts of people, and their sessions. */
export interface Auth {
  /** Fails with the codes of the register endpoint. The first account becomes administrator. */
  register: (
    form: { name: string; email: string; password: string; invite?: string | undefined },
    visitor: Visitor,
  ) => Promise<SignedIn>;
  /** Fails with the codes of the login endpoint; an unknown address and a wrong password look the same. */
  login: (form: { email: string; password: string }, visitor: Visitor) => Promise<SignedIn>;
  /** Null when the session is unknown, over, or lacks its cookie. */
  callerOf: (credentials: Credentials) => Promise<Caller | null>;
  /** Whether the session behind an open stream still stands. */
  stands: (caller: Caller) => Promise<boolean>;
  logout: (credentials: Credentials) => Promise<void>;
  profile: (userId: UserId) => Promise<User>;
  /** Fails with profile.name_required. */
  rename: (userId: UserId, name: string) => Promise<User>;
}
