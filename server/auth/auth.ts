import type { UserId } from "@inlet/contract/ids.ts";
import type { User } from "@inlet/contract/user.ts";
import type { Admission } from "#/auth/admission.ts";
import { createFailedSignIns } from "#/auth/failed-sign-ins.ts";
import type { Passwords } from "#/auth/passwords.ts";
import { createSessions, type Caller, type Credentials, type Visitor } from "#/auth/sessions.ts";
import { createSecondFactor } from "#/auth/second-factor.ts";
import { createSecurity, type Security } from "#/auth/security.ts";
import { signIn, type SignInForm } from "#/auth/sign-in.ts";
import { signUp, type SignUpForm } from "#/auth/sign-up.ts";
import type { Clock } from "#/base/clock.ts";
import { Failure } from "#/base/fail.ts";
import type { SealedBox } from "#/base/sealed-box.ts";
import type { Reader } from "#/store/database.ts";
import type { Door } from "#/store/door.ts";
import { userById } from "#/store/users.ts";
import type { UserRow } from "#/store/tables.ts";

export interface SignedIn {
  user: User;
  token: string;
  /** The other half of a browser's session; null for a program. */
  cookie: string | null;
}

/** Accounts of people, and their sessions. */
export interface Auth {
  /** Fails with the codes of the register endpoint. The first account becomes administrator. */
  register: (form: SignUpForm, visitor: Visitor) => Promise<SignedIn>;
  /** Fails with the codes of the login endpoint; an unknown address and a wrong password look the same. */
  login: (form: SignInForm, visitor: Visitor) => Promise<SignedIn>;
  /** Null when the session is unknown, over, or lacks its cookie. */
  callerOf: (credentials: Credentials) => Promise<Caller | null>;
  /** Ends the session of this bearer. */
  logout: (bearer: string) => Promise<void>;
  /** Fails with session.required when the user is gone. */
  profile: (userId: UserId) => Promise<User>;
  /** Fails with profile.name_required. */
  rename: (userId: UserId, name: string) => Promise<User>;
  security: Security;
}

export interface AuthParts {
  reader: Reader;
  door: Door;
  clock: Clock;
  passwords: Passwords;
  admission: Admission;
  box: SealedBox;
}

/** Everything about people's accounts and sessions. */
export function createAuth(parts: AuthParts): Auth {
  const { reader, door } = parts;
  const sessions = createSessions(parts);
  const failures = createFailedSignIns(parts.clock);
  const secondFactor = createSecondFactor(parts);

  async function profile(userId: UserId): Promise<User> {
    const row = await userById(reader, userId);
    if (!row) throw new Failure("session.required");
    return present(row);
  }

  async function begin(row: UserRow, visitor: Visitor): Promise<SignedIn> {
    return { user: present(row), ...(await sessions.begin(row.id, visitor)) };
  }

  return {
    register: async (form, visitor) => begin(await signUp(parts, form), visitor),
    login: async (form, visitor) =>
      begin(await signIn({ ...parts, failures, secondFactor }, form, visitor.address), visitor),
    callerOf: sessions.callerOf,
    logout: sessions.end,
    profile,
    async rename(userId, given) {
      const name = given.trim();
      if (name === "") throw new Failure("profile.name_required");
      await door("user.rename", { userId, name });
      return profile(userId);
    },
    security: createSecurity({ ...parts, failures, sessions, secondFactor }),
  };
}

function present({ id, name, email, role }: UserRow): User {
  return { id, name, email, avatar: null, role };
}
