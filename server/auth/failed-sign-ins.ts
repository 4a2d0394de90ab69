import { isIPv6 } from "node:net";
import type { UserId } from "@inlet/contract/ids.ts";
import type { NoteFailure } from "#/auth/note-failure.ts";
import type { Clock } from "#/base/clock.ts";

const windowMs = 3600_000;
const perAccount = 20;
const perAddress = 100;
const maxKeys = 100_000;

export interface FailedSignIns {
  /**
   * Counts an attempt before its password is looked at, so that parallel guesses cannot slip past.
   * Null when the account or the address has failed too often within the hour.
   */
  begin: (account: string, address: string) => Attempt | null;
}

interface Attempt {
  /** It was the right password: the attempt does not count. */
  forgive: () => void;
  /** It was not, of this account or "" for none: it is written down. */
  refuse: (userId: UserId | "") => Promise<void>;
}

/** Counts failed sign-ins, per account from anywhere and per address for any account. */
export function createFailedSignIns(
  clock: Clock,
  note: NoteFailure = async () => undefined,
): FailedSignIns {
  const times = new Map<string, number[]>();

  function recent(key: string): number[] {
    const since = clock.now() - windowMs;
    return (times.get(key) ?? []).filter((time) => time > since);
  }

  function remember(key: string, list: number[]): void {
    times.delete(key);
    if (list.length > 0) times.set(key, list);
    // Maps keep their order: the first key is the one that has been quiet for longest.
    const [oldest] = times.keys();
    if (times.size > maxKeys && oldest !== undefined) times.delete(oldest);
  }

  return {
    begin(account, address) {
      const accountKey = `account ${account}`;
      const addressKey = `address ${networkOf(address)}`;
      const ofAccount = recent(accountKey);
      const ofAddress = recent(addressKey);
      if (ofAccount.length >= perAccount || ofAddress.length >= perAddress) return null;
      const now = clock.now();
      remember(accountKey, [...ofAccount, now]);
      remember(addressKey, [...ofAddress, now]);
      return {
        refuse: (userId) => note(userId, ofAccount.length + 1 === perAccount),
        forgive() {
          for (const key of [accountKey, addressKey]) {
            const list = recent(key);
            const at = list.indexOf(now);
            remember(key, at === -1 ? list : list.toSpliced(at, 1));
          }
        },
      };
    },
  };
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
