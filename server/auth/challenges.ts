import { hashToken, randomToken } from "#/auth/token.ts";
import type { Clock } from "#/base/clock.ts";

const lifetimeMs = 5 * 60_000;
const maxOpen = 100_000;

/** What devices are to sign: each challenge counts once, for five minutes, and only for who asked for it. */
export interface Challenges {
  /** 256 random bits, base64url, in place of what the same asker was given before. */
  issue: (asker: string) => string;
  /** The asker's challenge, which is gone with this; null when there is none or it is over. */
  take: (asker: string) => string | null;
}

/** Challenges in memory: whoever was asked while the server starts anew asks again. */
export function createChallenges(clock: Clock): Challenges {
  const open = new Map<string, { challenge: string; expiresAt: number }>();
  return {
    issue(asker) {
      const challenge = randomToken();
      const key = hashToken(asker);
      open.delete(key);
      open.set(key, { challenge, expiresAt: clock.now() + lifetimeMs });
      // Maps keep their order: the first key is the oldest.
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
