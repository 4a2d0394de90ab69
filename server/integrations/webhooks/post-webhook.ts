import type { Followed } from "#/egress/fetch-resource.ts";
import { EgressRefused } from "#/egress/pinned.ts";
import { retryAfterMs } from "#/integrations/core/deliver.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Outcome } from "#/integrations/core/adapter.ts";

/** Maximum number of bytes read from a response. */
const answerBytes = 4096;
const answerLength = 200;

/** Posts a body that is signed already, follows no redirect, and returns the outcome. */
export async function post(
  { egress, clock }: Pick<IntegrationContext, "egress" | "clock">,
  {
    url,
    headers,
    body,
    timeoutMs,
  }: { url: string; headers: Record<string, string>; body: string; timeoutMs: number },
): Promise<Outcome> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answered = await egress.follow(url, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": "Inlet-Webhooks/1.0",
      },
      body,
      signal,
    });
    return outcomeOf(answered, await beginningOf(answered), clock.now());
  } catch (error) {
    if (!(error instanceof EgressRefused)) throw error;
    const answer = signal.aborted
      ? `No response within ${timeoutMs / 1000} seconds.`
      : "The address could not be reached, or this server may not connect to it.";
    return { result: "later", answer };
  }
}

/**
 * Returns the outcome. Any status but success and 410 is retried, as the operator of a repaired receiver wants the missed events.
 */
function outcomeOf({ status, headers }: Followed, responseText: string, now: number): Outcome {
  const answer =
    responseText === "" ? `Answered ${status}.` : `Answered ${status}: ${responseText}`;
  if (status >= 200 && status < 300) return { result: "delivered", answer: `Answered ${status}.` };
  if (status === 410) {
    return { result: "gone", answer: "The receiver answered 410: it no longer accepts events." };
  }
  if (status >= 300 && status < 400) {
    return { result: "later", answer: `Answered ${status}: redirects are not followed.` };
  }
  const waitMs =
    status === 429 || status === 503 ? retryAfterMs(headers["retry-after"], now) : undefined;
  return { result: "later", answer, ...(waitMs !== undefined && { waitMs }) };
}

/** Returns the beginning of an error response on one line, without waiting for the rest. */
async function beginningOf({ status, body }: Followed): Promise<string> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    if (status >= 200 && status < 400) return "";
    for await (const chunk of body) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= answerBytes) break;
    }
  } catch {
    // The status is known; the rest is only for users to read.
  } finally {
    body.destroy();
  }
  const text = Buffer.concat(chunks).subarray(0, answerBytes).toString("utf8");
  const plain = text.replaceAll(/[\s\p{C}]+/gu, " ").trim();
  return Array.from(plain).slice(0, answerLength).join("");
}
