import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const stepMs = 30_000;
const digits = 6;
/** RFC 4226 requires at least 128 bits and recommends 160. */
const secretBytes = 20;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns a new secret to share with an authenticator app, in base32 (RFC 4648), which users can type into these apps. */
export function newTotpSecret(): string {
  return base32(randomBytes(secretBytes));
}

/** Returns the URI that an authenticator app reads from a QR code. */
export function totpUri(secret: string, email: string): string {
  const issuer = "Inlet";
  const label = `${issuer}:${encodeURIComponent(email)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${issuer}`;
}

/** Returns the time step that the code belongs to (RFC 6238): the current one or, for clocks that differ, one next to it. */
export function stepOfCode(secret: string, code: string, now: number): number | null {
  const present = Math.floor(now / stepMs);
  // All three are computed and compared, so the time reveals nothing.
  const right = [present + 1, present, present - 1].filter((step) =>
    isSame(codeOfStep(secret, step), code),
  );
  return right[0] ?? null;
}

/** Returns the code of a time step (RFC 4226, section 5.3). */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = hash.readUInt8(hash.length - 1) & 15;
  const number = hash.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** Encodes bytes as base32 without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => letters.charAt(Number.parseInt(group.padEnd(5, "0"), 2))).join("");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    letters.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

function isSame(right: string, given: string): boolean {
  const [a, b] = [Buffer.from(right), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
