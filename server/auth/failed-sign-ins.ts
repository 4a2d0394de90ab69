import { createHmac } from "node:crypto";
import { isIPv6 } from "node:net";
import type { UserId } from "@inlet/contract/ids.ts";
import type { RecordFailure } from "#/auth/record-failure.ts";
import type { Execute } from "#/store/commands/command-bus.ts";

const windowMs = 3600_000;
const perAccount = 20;
const perAddress = 100;

export interface FailedSignIns {
  /**
   * Counts an attempt before its password is checked, so parallel guesses cannot slip past, in any process. Returns null if the
   * account or the address has failed too often within the hour.
   */
  begin: (account: string, address: string) => Promise<Attempt | null>;
  /**
   * Counts an attempt of a signed-in user to confirm their password. It has its own count, so someone who found an open session
   * cannot lock the owner out of signing in.
   */
  beginConfirmation: (account: string) => Promise<Attempt | null>;
}

interface Attempt {
  /** Removes the attempt from the count, because the password was right. */
  forgive: () => Promise<void>;
  /** Records the failure in the audit log; `userId` is "" if no account has this address. */
  refuse: (userId: UserId | "") => Promise<void>;
}

/**
 * Counts failed sign-ins, per account from any address and per address for any account. Both are stored as hashes under `key`, so
 * they cannot be read.
 */
export function createFailedSignIns(
  { execute, key }: { execute: Execute; key: Uint8Array },
  note: RecordFailure = async () => undefined,
): FailedSignIns {
  async function begin(keys: [AttemptKey, ...AttemptKey[]]): Promise<Attempt | null> {
    const begun = await execute("failedSignIns.begin", { keys, windowMs });
    if (!begun) return null;
    const [ofAccount = 0] = begun.before;
    const hashes = keys.map(({ hash }) => hash);
    return {
      refuse: (userId) => note(userId, ofAccount + 1 === perAccount),
      forgive: () => execute("failedSignIns.forgive", { hashes, id: begun.id }),
    };
  }
  return {
    begin: (account, address) =>
      begin([
        { hash: accountHash(key, account), most: perAccount },
        { hash: hashUnder(key, `address ${networkOf(address)}`), most: perAddress },
      ]),
    beginConfirmation: (account) =>
      begin([{ hash: confirmationHash(key, account), most: perAccount }]),
  };
}

interface AttemptKey {
  hash: string;
  most: number;
}

/** Lets a user sign in with a new password from the operator, regardless of earlier failures. */
export async function forgiveAccount(
  execute: Execute,
  key: Uint8Array,
  account: string,
): Promise<void> {
  const hashes = [accountHash(key, account), confirmationHash(key, account)];
  await execute("failedSignIns.forgive", { hashes });
}

function accountHash(key: Uint8Array, account: string): string {
  return hashUnder(key, `account ${account}`);
}

function confirmationHash(key: Uint8Array, account: string): string {
  return hashUnder(key, `confirmation ${account}`);
}

function hashUnder(key: Uint8Array, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Returns the network of an address. One subscriber holds a whole /64 of IPv6 (RFC 6177). */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith("::ffff:")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array.from({ length: gap }, () => "0"), ...after];
  return groups.slice(0, 4).join(":");
}
