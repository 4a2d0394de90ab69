import { createHash, randomBytes } from "node:crypto";

/** Returns 256 random bits as text that is valid in a header, a cookie and a URL. */
export function randomToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Returns the SHA-256 of a token, which is stored in its place. Tokens are random, so no slow hash is needed. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
