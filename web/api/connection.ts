import { ApiFailure } from "#/api/client.ts";

const retryMs = 1000;
const retryMaxMs = 30_000;
/** Statuses with which a gateway reports that it cannot reach the server. */
const gatewayStatuses: readonly number[] = [502, 503, 504];

let failures = 0;
let trial: Promise<void> | null = null;

/** Returns true if the outcome of a call is unknown: there was no response, or it did not come from the server. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return false;
  const { status, code } = error;
  return status === 0 || status === 429 || (code === "unknown" && gatewayStatuses.includes(status));
}

/** Retries an idempotent call until the server responds. */
export async function retryUntilOnline<Result>(
  work: () => Promise<Result>,
  onLost: () => void,
): Promise<Result> {
  for (;;) {
    if (trial) await trial;
    try {
      const result = await work();
      failures = 0;
      return result;
    } catch (error) {
      if (!isLost(error)) throw error;
      onLost();
      await nextTrial();
    }
  }
}

/** All waiting calls retry at the same time. */
function nextTrial(): Promise<void> {
  if (!trial) {
    failures += 1;
    trial = pause(failures).finally(() => {
      trial = null;
    });
  }
  return trial;
}

/** Waits longer after more failures, but only until the browser is online again. */
export function pause(failed: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const end = () => {
    over.abort();
    resolve();
  };
  const ms = Math.min(retryMs * 2 ** (failed - 1), retryMaxMs);
  const timer = setTimeout(end, ms * (0.75 + Math.random() / 2));
  over.signal.addEventListener("abort", () => clearTimeout(timer));
  signal?.addEventListener("abort", end, { signal: over.signal });
  window.addEventListener("online", end, { signal: over.signal });
  return promise;
}
