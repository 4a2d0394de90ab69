import { limits } from "@inlet/contract/limits.ts";
import { z } from "zod";
import type { Clock } from "#/base/clock.ts";
import type { Log } from "#/base/log.ts";
import type { Egress } from "#/egress/egress.ts";

interface Parts {
  egress: Pick<Egress, "fetch">;
  clock: Clock;
  log: Log;
}

const Repository = z.object({ stargazers_count: z.number().int().min(0) });

/**
 * Reads the number of stars of a repository, at most once in an hour for all visitors. Visitors' addresses stay here, and a
 * failure is cached as long as a result. The last known number outlives it.
 */
export function createStarCount(
  { egress, clock, log }: Parts,
  { repository, apiUrl }: { repository: string; apiUrl: string },
): () => Promise<number | null> {
  let known: number | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  const ask = async () => {
    try {
      const { status, body } = await egress.fetch(`${apiUrl}/repos/${repository}`, {
        accept: "application/vnd.github+json",
        maxBytes: 256 * 1024,
        timeoutMs: 5000,
      });
      if (status !== 200) throw new Error(`answered ${status}`);
      known = Repository.parse(JSON.parse(body.toString())).stargazers_count;
    } catch (error) {
      log.warn({ err: error }, "reading the repository's star count failed");
    }
    asking = undefined;
  };

  return async () => {
    if (repository === "") return null;
    if (clock.now() - askedAt >= limits.starsCacheMs) {
      askedAt = clock.now();
      asking = ask();
    }
    await asking;
    return known;
  };
}
