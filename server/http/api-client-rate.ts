import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import type { ApiTokenId } from "@inlet/contract/ids.ts";
import { Failure } from "#/base/failure.ts";
import type { Clock } from "#/base/clock.ts";

const minuteMs = 60_000;

/** Counts a call of an API client. Throws request.too_many, and reports in how many seconds it may call again. */
export type Pace = (tokenId: ApiTokenId, warn: (seconds: number) => void) => void;

/** Limits the calls of each token per minute, of all kinds: one that loops leaves the server to other clients. */
export function createPace(clock: Clock, perMinute: number = apiClientLimits.callsPerMinute): Pace {
  let startedAt = 0;
  const counts = new Map<ApiTokenId, number>();
  return (tokenId, warn) => {
    const now = clock.now();
    if (now - startedAt >= minuteMs || now < startedAt) {
      startedAt = now;
      counts.clear();
    }
    const count = (counts.get(tokenId) ?? 0) + 1;
    counts.set(tokenId, count);
    if (count <= perMinute) return;
    warn(Math.ceil((startedAt + minuteMs - now) / 1000));
    throw new Failure("request.too_many");
  };
}
