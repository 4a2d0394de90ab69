import { createHmac, timingSafeEqual } from "node:crypto";

/** A request as received, with its claimed signature by Slack. */
export interface SignedRequest {
  /** The body byte for byte: parsed and written again, it has another signature. */
  body: Buffer;
  timestamp: string;
  signature: string;
}

/** Maximum age, and maximum time in the future. Other requests are copies. */
const windowMs = 5 * 60_000;

/** Returns true if Slack just signed this for this app (`v0`, HMAC-SHA-256). */
export function isSigned(
  signingSecret: string,
  { body, timestamp, signature }: SignedRequest,
  now: number,
): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || !/^v0=[0-9a-f]{64}$/.test(signature)) return false;
  if (Math.abs(now - Number(timestamp) * 1000) > windowMs) return false;
  const right = createHmac("sha256", signingSecret)
    .update(`v0:${timestamp}:`)
    .update(body)
    .digest();
  return timingSafeEqual(Buffer.from(signature.slice(3), "hex"), right);
}
