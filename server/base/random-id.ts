import { randomUUID } from "node:crypto";

/** Returns a UUIDv7 (RFC 9562): random, and roughly ordered by time, which keeps indexes compact. */
export function randomId(now: number = Date.now()): string {
  // Node keeps random bytes in stock for these alone; past the version digit both kinds are built the same.
  const random = randomUUID().slice(15);
  const time = now.toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random}`;
}
