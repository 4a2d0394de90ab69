import { hashToken, randomToken } from "#/auth/token.ts";
import type { Clock } from "#/base/clock.ts";

const maxHeld = 100_000;

/** Values that are fetched once, by a token of 256 random bits. */
export interface Held<Value> {
  /** Answers the token: a new one unless it is given. */
  hold: (value: Value, token?: string) => string;
  /** Gone with this; null when there is none or it is over. */
  take: (token: string) => Value | null;
  /** Under the same token again, until then: it was asked for too early. */
  giveBack: (token: string, value: Value, until: number) => void;
}

/** In memory: whoever is on the way while the server starts anew sets out again. */
export function createHeld<Value>(clock: Clock, lifetimeMs: number): Held<Value> {
  const held = new Map<string, { value: Value; until: number }>();
  const keep = (token: string, value: Value, until: number) => {
    held.set(hashToken(token), { value, until });
    // Maps keep their order: the first key is the oldest.
    const [oldest] = held.keys();
    if (held.size > maxHeld && oldest !== undefined) held.delete(oldest);
  };
  return {
    hold(value, token = randomToken()) {
      keep(token, value, clock.now() + lifetimeMs);
      return token;
    },
    take(token) {
      const key = hashToken(token);
      const found = held.get(key);
      held.delete(key);
      return found && clock.now() < found.until ? found.value : null;
    },
    giveBack: keep,
  };
}
