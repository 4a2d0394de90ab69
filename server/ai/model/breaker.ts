import type { Clock } from "#/base/clock.ts";
import { ModelFailure, type ModelFailureReason } from "./port.ts";

const windowMs = 60_000;
const openMs = 60_000;
const failuresToOpen = 5;

/** A circuit breaker: after five failures within a minute it blocks requests to a server for the next minute. */
export interface Breaker {
  /** Throws the last failure of a blocked server. */
  check: (key: string) => void;
  failed: (key: string, reason: ModelFailureReason) => void;
  succeeded: (key: string) => void;
}

interface State {
  failures: number[];
  openUntil: number;
  reason: ModelFailureReason;
}

/** Creates the breaker of the process; a key combines provider, server and API key. */
export function createBreaker(clock: Clock): Breaker {
  const states = new Map<string, State>();
  return {
    check(key) {
      const state = states.get(key);
      if (state && state.openUntil > clock.now()) throw new ModelFailure(state.reason);
    },
    failed(key, reason) {
      const now = clock.now();
      const before = states.get(key)?.failures.filter((at) => at > now - windowMs) ?? [];
      const failures = [...before, now];
      const isOpened = failures.length >= failuresToOpen;
      states.set(key, {
        failures: isOpened ? [] : failures,
        openUntil: isOpened ? now + openMs : 0,
        reason,
      });
      for (const [other, { failures: old, openUntil }] of states) {
        // Removes keys that are no longer used.
        if (openUntil <= now && (old.at(-1) ?? 0) <= now - windowMs) states.delete(other);
      }
    },
    succeeded(key) {
      states.delete(key);
    },
  };
}
