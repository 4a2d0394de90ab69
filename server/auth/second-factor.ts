import { randomBytes } from "node:crypto";
import type { UserId } from "@inlet/contract/ids.ts";
import { hashToken } from "#/auth/token.ts";
import { base32, newTotpSecret, stepOfCode, totpUri } from "#/auth/totp.ts";
import { Failure } from "#/base/failure.ts";
import type { Place } from "#/base/secret-box.ts";
import { authenticatorOf } from "#/store/auth/authenticator-queries.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import type { AuthParts } from "#/auth/context.ts";

const codeBatchSize = 10;
/** Bytes of a recovery code. 80 random bits need no slow hash. */
const recoveryBytes = 10;

/** Second step of signing in: a code of an authenticator app, or a recovery code. */
export interface SecondFactor {
  isOn: (userId: UserId) => Promise<boolean>;
  /** Returns true if `code` is a code of the app or an unused recovery code. Each counts once. */
  takes: (userId: UserId, code: string) => Promise<boolean>;
  /** Returns a secret that takes effect when `confirm` accepts one of its codes. Throws authenticator.is_on. */
  start: (user: UserRow) => Promise<{ secret: string; uri: string }>;
  /** Returns the recovery codes. Throws authenticator.not_started, authenticator.wrong_code. */
  confirm: (userId: UserId, code: string) => Promise<string[]>;
  remove: (userId: UserId) => Promise<void>;
  /** Replaces the recovery codes and returns the new ones. Throws authenticator.not_started. */
  renewCodes: (userId: UserId) => Promise<string[]>;
}

/** Secrets are stored encrypted, and recovery codes as hashes. */
export function createSecondFactor({
  reader,
  execute,
  clock,
  box,
}: SecondFactorParts): SecondFactor {
  return {
    async isOn(userId) {
      return (await authenticatorOf(reader, userId))?.is_confirmed === 1;
    },
    async takes(userId, given) {
      const code = plain(given);
      if (!/^\d{6}$/.test(code)) {
        return execute("recoveryCode.use", { userId, codeHash: hashToken(code) });
      }
      const row = await authenticatorOf(reader, userId);
      if (!row) return false;
      const step = stepOfCode(box.open(row.secret, placeOf(userId)), code, clock.now());
      return step !== null && execute("authenticator.use", { userId, step });
    },
    async start({ id, email }) {
      const secret = newTotpSecret();
      await execute("authenticator.start", {
        userId: id,
        secret: box.encrypt(secret, placeOf(id)),
      });
      return { secret, uri: totpUri(secret, email) };
    },
    async confirm(userId, code) {
      const row = await authenticatorOf(reader, userId);
      if (row?.is_confirmed !== 0) throw new Failure("authenticator.not_started");
      const secret = box.open(row.secret, placeOf(userId));
      const step = stepOfCode(secret, plain(code), clock.now());
      if (step === null) throw new Failure("authenticator.wrong_code");
      const { codes, codeHashes } = newCodes();
      await execute("authenticator.confirm", { userId, secret: row.secret, step, codeHashes });
      return codes;
    },
    remove: (userId) => execute("authenticator.remove", { userId }),
    async renewCodes(userId) {
      const { codes, codeHashes } = newCodes();
      await execute("recoveryCodes.replace", { userId, codeHashes });
      return codes;
    },
  };
}

type SecondFactorParts = Pick<AuthParts, "reader" | "execute" | "clock" | "box">;

function placeOf(userId: UserId): Place {
  return { table: "authenticators", userId, rowId: userId, field: "secret" };
}

/** Normalizes a code. Users type codes in groups, as they are shown, and in upper or lower case. */
function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, "").toLowerCase();
}

function newCodes(): { codes: string[]; codeHashes: string[] } {
  const plainCodes = Array.from({ length: codeBatchSize }, () =>
    base32(randomBytes(recoveryBytes)).toLowerCase(),
  );
  return {
    codes: plainCodes.map((code) => (code.match(/.{4}/g) ?? []).join("-")),
    codeHashes: plainCodes.map(hashToken),
  };
}
