import { randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { z } from "zod";

/** Encrypted settings: the address too, as many contain a secret. */
export const WebhookSecret = z.object({
  url: z.string(),
  current: z.string(),
  /** Previous secret, which also signs until `previousUntil`; "" if none. */
  previous: z.string(),
  previousUntil: z.number(),
});
export type WebhookSecret = z.infer<typeof WebhookSecret>;

/** Time for which the previous secret signs too, in milliseconds. */
export const bothLastMs = 24 * 3600_000;

/** Standard Webhooks requires 24 to 64 random bytes. */
const secretBytes = 32;

/** Returns a new secret in the format of Standard Webhooks. */
export function newSecret(): string {
  return `whsec_${randomBytes(secretBytes).toString("base64")}`;
}

/** Returns the headers of Standard Webhooks, with a signature for every valid secret. */
export function signedHeaders(
  { current, previous, previousUntil }: WebhookSecret,
  { id, body, now }: { id: string; body: string; now: number },
): Record<string, string> {
  const inForce = previous !== "" && now < previousUntil ? [current, previous] : [current];
  const at = new Date(now);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(now / 1000)),
    "webhook-signature": inForce.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}
