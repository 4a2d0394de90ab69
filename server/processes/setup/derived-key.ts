import { hkdfSync } from "node:crypto";

/** Derives a separate key for each use from the master key (RFC 5869). */
export function derivedKey(
  masterKey: Uint8Array,
  use: "inlet signed urls" | "inlet failed sign-ins",
): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", masterKey, "", use, 32));
}
