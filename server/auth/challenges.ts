import { hashToken, randomToken } from "#/auth/token.ts";
import type { Clock } from "#/base/clock.ts";

const lifetimeMs = 5 * 60_000;
const maxOpen = 100_000;

/** Challenges for devices to sign. Each is valid once, for five minutes, and only for the asker that it was issued to. */
export interface Challenges {
  /** Returns 256 random bits in base64url, and replaces the asker's previous challenge. */
  issue: (asker: string) => string;
  /** Returns and deletes the asker's challenge; null if it does not exist or has expired. */
  take: (asker: string) => string | null;
}

/** Keeps challenges in memory: a client with an open challenge asks again after a restart. */
export function createChallenges(clock: Clock): Challenges {
  const open = new Map<string, { challenge: string; expiresAt: number }>();
  return {
    issue(asker) {
      const challenge = randomToken();
      const key = hashToken(asker);
      open.delete(key);
      open.set(key, { challenge, expiresAt: clock.now() + lifetimeMs });
      // Maps iterate in insertion order, so the first key is the oldest.
      const [oldest] = open.keys();
      if (open.size > maxOpen && oldest !== undefined) open.delete(oldest);
      return challenge;
    },
    take(asker) {
      const key = hashToken(asker);
      const found = open.get(key);
      open.delete(key);
      return found && clock.now() < found.expiresAt ? found.challenge : null;
    },
  };
}
