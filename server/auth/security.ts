import type { UserId } from "@inlet/contract/ids.ts";
import type { Security as SecurityView, SessionView } from "@inlet/contract/auth/security.ts";
import type { Alerts } from "#/auth/alerts.ts";
import { confirmPassword, type Proof } from "#/auth/confirm-password.ts";
import type { FailedSignIns } from "#/auth/failed-sign-ins.ts";
import { requireLongPassword } from "#/auth/password-length.ts";
import { normalEmail } from "#/auth/normal-email.ts";
import type { SecondFactor } from "#/auth/second-factor.ts";
import type { Caller, Sessions } from "#/auth/sessions.ts";
import { Failure } from "#/base/failure.ts";
import { countRecoveryCodes } from "#/store/auth/authenticator-queries.ts";
import { userById } from "#/store/users/queries.ts";
import type { AuthParts } from "#/auth/context.ts";

/** Security settings of a user's own account. Each proof fails with password.wrong, password.sign_in_again, login.too_many. */
export interface Security {
  read: (userId: UserId) => Promise<SecurityView>;
  /** Throws if the proof is wrong. */
  confirm: (proof: Proof) => Promise<void>;
  /** Ends every other session. Throws signup.password_too_short. */
  changePassword: (caller: Caller, proof: Proof, newPassword: string) => Promise<void>;
  sessions: (caller: Caller) => Promise<SessionView[]>;
  /** Throws session.not_found. */
  endSession: (userId: UserId, id: string) => Promise<void>;
  /** Ends the user's sessions except one, or all if `except` is null. */
  endSessions: (userId: UserId, except: string | null) => Promise<void>;
  /** Throws authenticator.is_on. */
  startAuthenticator: (proof: Proof) => Promise<{ secret: string; uri: string }>;
  /** Returns the recovery codes. Throws authenticator.not_started, authenticator.wrong_code. */
  confirmAuthenticator: (userId: UserId, code: string) => Promise<string[]>;
  removeAuthenticator: (proof: Proof) => Promise<void>;
  /** Throws authenticator.not_started. */
  renewRecoveryCodes: (proof: Proof) => Promise<string[]>;
  /** Deletes nothing yet; an administrator loses that role immediately. Throws user.not_confirmed, user.last_admin. */
  confirmDeletion: (proof: Proof, confirmation: string) => Promise<void>;
}

interface SecurityParts extends AuthParts {
  failures: FailedSignIns;
  sessions: Sessions;
  secondFactor: SecondFactor;
  alerts: Alerts;
}

/** Manages a user's password, sessions and second step. */
export function createSecurity(parts: SecurityParts): Security {
  const { reader, execute, passwords, sessions, secondFactor, alerts } = parts;
  return {
    async read(userId) {
      const user = await userById(reader, userId);
      if (!user) throw new Failure("session.required");
      return {
        hasPassword: user.password_hash !== "",
        passwordChangedAt: new Date(user.password_changed_at).toISOString(),
        hasSecondFactor: await secondFactor.isOn(userId),
        recoveryCodesLeft: await countRecoveryCodes(reader, userId),
      };
    },
    async confirm(proof) {
      await confirmPassword(parts, proof);
    },
    async changePassword({ userId, sessionId }, proof, newPassword) {
      requireLongPassword(newPassword);
      const { password_hash: before } = await confirmPassword(parts, proof);
      const passwordHash = await passwords.hash(newPassword);
      await execute("user.password", { userId, passwordHash, sessionId });
      const alert = before === "" ? "passwordSet" : "passwordChanged";
      await alerts.notify(userId, alert, { address: proof.address });
    },
    sessions: sessions.list,
    async endSession(userId, id) {
      if (!(await execute("session.endById", { userId, id })))
        throw new Failure("session.not_found");
    },
    endSessions: (userId, except) => execute("session.endAll", { userId, except }),
    startAuthenticator: async (proof) => secondFactor.start(await confirmPassword(parts, proof)),
    async confirmAuthenticator(userId, code) {
      const codes = await secondFactor.confirm(userId, code);
      await alerts.notify(userId, "secondFactorOn");
      return codes;
    },
    async removeAuthenticator(proof) {
      const { id } = await confirmPassword(parts, proof);
      const wasOn = await secondFactor.isOn(id);
      await secondFactor.remove(id);
      if (wasOn) await alerts.notify(id, "secondFactorOff", { address: proof.address });
    },
    async renewRecoveryCodes(proof) {
      const { id } = await confirmPassword(parts, proof);
      const codes = await secondFactor.renewCodes(id);
      await alerts.notify(id, "codesRenewed", { address: proof.address });
      return codes;
    },
    async confirmDeletion(proof, confirmation) {
      const user = await confirmPassword(parts, proof);
      if (normalEmail(confirmation) !== user.email) throw new Failure("user.not_confirmed");
      // Refuses the last administrator: the remaining users need one.
      await execute("user.startLeaving", { userId: user.id });
    },
  };
}
