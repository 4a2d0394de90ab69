import { RetryAfter } from "#/base/retry-after.ts";

/** Half of the send slots: an outage of one provider leaves the rest to everyone else. */
const maxPerHost = 16;
/** A host that takes longer for a message is probably faulty. */
const slowMs = 10_000;
const waitMs = { busy: 5000, slow: 60_000 };

const underWay = new Map<string, Set<{ begunAt: number }>>();

/** Runs `send`, which contacts this host and port. Throws RetryAfter if this process already has too many sends to it. */
export async function withHostPlace<Result>(
  host: string,
  send: () => Promise<Result>,
): Promise<Result> {
  const sends = underWay.get(host) ?? new Set();
  if (sends.size >= maxPerHost) {
    const oldest = Math.min(...Array.from(sends, ({ begunAt }) => begunAt));
    throw new RetryAfter(performance.now() - oldest > slowMs ? waitMs.slow : waitMs.busy);
  }
  const own = { begunAt: performance.now() };
  underWay.set(host, sends.add(own));
  try {
    return await send();
  } finally {
    sends.delete(own);
    if (sends.size === 0) underWay.delete(host);
  }
}
