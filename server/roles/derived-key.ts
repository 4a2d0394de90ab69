import { hkdfSync } from "node:crypto";

/** One master key, a key of its own for each use (RFC 5869). */
export function derivedKey(
  masterKey: Uint8Array,
  use: "inlet signed urls" | "inlet failed sign-ins",
): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", masterKey, "", use, 32));
}
