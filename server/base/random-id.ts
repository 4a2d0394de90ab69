import { randomUUID } from "node:crypto";

/** Returns a UUIDv7 (RFC 9562): random, and roughly ordered by time, which keeps indexes compact. */
export function randomId(now: number = Date.now()): string {
  // `randomUUID` is fast because Node caches random bytes for it. After the version digit, UUIDv4 and UUIDv7 have the same
  // layout.
  const random = randomUUID().slice(15);
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`;
}
