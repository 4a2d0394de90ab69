import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { UserId } from "@inlet/contract/ids.ts";
import type { NoteFailure } from "#/auth/note-failure.ts";
import type { Door } from "#/store/door.ts";

const windowMs = 3600_000;
const perAccount = 20;
const perAddress = 100;

export interface FailedSignIns {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses cannot slip past, in whatever process.
   * Null when the account or the address has failed too often within the hour.
   */
  begin: (account: string, address: string) => Promise<Attempt | null>;
}

interface Attempt {
  /** It was the right password: the attempt does not count. */
  forgive: () => Promise<void>;
  /** It was not, of this account or "" for none: it is written down. */
  refuse: (userId: UserId | "") => Promise<void>;
}

/** Counts failed sign-ins, per account from anywhere and per address for any account; under `key` nobody reads whose. */
export function createFailedSignIns(
  { door, key }: { door: Door; key: Uint8Array },
  note: NoteFailure = async () => undefined,
): FailedSignIns {
  return {
    async begin(account, address) {
      const hashes = [
        accountHash(key, account),
        hashUnder(key, `address ${networkOf(address)}`),
      ] as const;
      const keys = [
        { hash: hashes[0], most: perAccount },
        { hash: hashes[1], most: perAddress },
      ];
      const begun = await door("failedSignIns.begin", { keys, windowMs });
      if (!begun) return null;
      const [ofAccount = 0] = begun.before;
      return {
        refuse: (userId) => note(userId, ofAccount + 1 === perAccount),
        forgive: () => door("failedSignIns.forgive", { hashes: [...hashes], id: begun.id }),
      };
    },
  };
}

/** Whoever got a new password from the host may sign in with it, however often somebody failed before. */
export async function forgiveAccount(door: Door, key: Uint8Array, account: string): Promise<void> {
  await door("failedSignIns.forgive", { hashes: [accountHash(key, account)] });
}

function accountHash(key: Uint8Array, account: string): string {
  return hashUnder(key, `account ${account}`);
}

function hashUnder(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** One person holds a whole /64 of IPv6 (RFC 6177). */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => "0"), ...after];
  return groups.slice(0, 4).join(":");
}
