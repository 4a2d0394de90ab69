import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#/base/clock.ts";

/** Creates values that only this server can create, and that expire. */
export interface Signer {
  /** Signs claims. `purpose` prevents the use of a signature for anything else. The claims stay readable. */
  sign: (purpose: string, claims: Claims, lifetimeMs: number) => string;
  /** Returns the claims, or null if the value is forged, expired or has another purpose. */
  verify: (purpose: string, signed: string) => Claims | null;
}

type Claims = Record<string, string>;

/** Returns a signer that uses HMAC-SHA-256 under a secret key. */
export function createSigner(key: Uint8Array, clock: Clock): Signer {
  const mac = (purpose: string, payload: string) =>
    createHmac("sha256", key).update(`${purpose}\0${payload}`).digest();
  return {
    sign(purpose, claims, lifetimeMs) {
      const payload = encode({ claims, expiresAt: clock.now() + lifetimeMs });
      return `${payload}.${mac(purpose, payload).toString("base64url")}`;
    },
    verify(purpose, signed) {
      const [payload = "", signature = "", ...rest] = signed.split(".");
      const given = Buffer.from(signature, "base64url");
      const right = mac(purpose, payload);
      if (rest.length > 0 || given.length !== right.length) return null;
      if (!timingSafeEqual(given, right)) return null;
      const { claims, expiresAt } = decode(payload);
      return clock.now() < expiresAt ? claims : null;
    },
  };
}

interface Payload {
  claims: Claims;
  expiresAt: number;
}

function encode(payload: Payload): string {
  return Buffer.from(JSON.stringify(payload)).toString("base64url");
}

function decode(payload: string): Payload {
  // The signature is valid, so `encode` created this text.
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Payload;
}
