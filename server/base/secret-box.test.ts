import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSecretBox, reencrypt, WrongKey } from "#/base/secret-box.ts";

const place = { table: "accounts", userId: "anna", rowId: "a1", field: "imap_secret" };

describe("the secret box", () => {
  it("decrypts what it encrypted and shows nothing of the plaintext", () => {
    const box = createSecretBox(randomBytes(32));
    const encrypted = box.encrypt("pässword-canary", place);
    expect(encrypted).not.toContain("canary");
    expect(Buffer.from(encrypted, "base64url").includes("canary")).toBe(false);
    expect(box.open(encrypted, place)).toBe("pässword-canary");
  });

  it("encrypts the same secret differently each time", () => {
    const box = createSecretBox(randomBytes(32));
    expect(box.encrypt("secret", place)).not.toBe(box.encrypt("secret", place));
  });

  it.each([
    { ...place, userId: "ben" },
    { ...place, rowId: "a2" },
    { ...place, table: "identities" },
    { ...place, field: "smtp_secret" },
    { ...place, userId: "ann", rowId: "aa1" },
  ])("does not decrypt a secret that was moved to %o", (other) => {
    const box = createSecretBox(randomBytes(32));
    const encrypted = box.encrypt("secret", place);
    expect(() => box.open(encrypted, other)).toThrow();
  });

  it("rejects a secret encrypted under another key, and names the setting", () => {
    const encrypted = createSecretBox(randomBytes(32)).encrypt("secret", place);
    const stranger = createSecretBox(randomBytes(32));
    expect(() => stranger.open(encrypted, place)).toThrow(WrongKey);
    expect(() => stranger.open(encrypted, place)).toThrow(/INLET_SECRET_KEY/);
  });

  it("detects a single changed bit at any position", () => {
    const box = createSecretBox(randomBytes(32));
    const [version = "", id = "", key = "", secret = ""] = box.encrypt("secret", place).split(".");
    const flipped = (text: string, at: number) => {
      const bytes = Buffer.from(text, "base64url");
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      return bytes.toString("base64url");
    };
    for (const at of [0, 12, 28]) {
      expect(() => box.open([version, id, flipped(key, at), secret].join("."), place)).toThrow();
      expect(() => box.open([version, id, key, flipped(secret, at)].join("."), place)).toThrow();
    }
    expect(() => box.open("plain text", place)).toThrow("not a sealed secret");
  });

  it("re-encrypts a secret under another key", () => {
    const old = createSecretBox(randomBytes(32));
    const fresh = createSecretBox(randomBytes(32));
    const moved = reencrypt(old, fresh, old.encrypt("secret", place), place);
    expect(fresh.open(moved, place)).toBe("secret");
    expect(() => old.open(moved, place)).toThrow(WrongKey);
  });
});
