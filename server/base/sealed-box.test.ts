import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSealedBox, reseal, WrongKey } from "#/base/sealed-box.ts";

const place = { table: "accounts", userId: "anna", rowId: "a1", field: "imap_secret" };

describe("the secret box", () => {
  it("decrypts what it encrypted and shows nothing of the plaintext", () => {
    const box = createSealedBox(randomBytes(32));
    const sealed = box.seal("pässword-canary", place);
    expect(sealed).not.toContain("canary");
    expect(Buffer.from(sealed, "base64url").includes("canary")).toBe(false);
    expect(box.open(sealed, place)).toBe("pässword-canary");
  });

  it("encrypts the same secret differently each time", () => {
    const box = createSealedBox(randomBytes(32));
    expect(box.seal("secret", place)).not.toBe(box.seal("secret", place));
  });

  it.each([
    { ...place, userId: "ben" },
    { ...place, rowId: "a2" },
    { ...place, table: "identities" },
    { ...place, field: "smtp_secret" },
    { ...place, userId: "ann", rowId: "aa1" },
  ])("does not decrypt a secret that was moved to %o", (elsewhere) => {
    const box = createSealedBox(randomBytes(32));
    const sealed = box.seal("secret", place);
    expect(() => box.open(sealed, elsewhere)).toThrow();
  });

  it("rejects a secret encrypted under another key, and names the setting", () => {
    const sealed = createSealedBox(randomBytes(32)).seal("secret", place);
    const stranger = createSealedBox(randomBytes(32));
    expect(() => stranger.open(sealed, place)).toThrow(WrongKey);
    expect(() => stranger.open(sealed, place)).toThrow(/INLET_SECRET_KEY/);
  });

  it("detects a single changed bit at any position", () => {
    const box = createSealedBox(randomBytes(32));
    const [version = "", id = "", key = "", secret = ""] = box.seal("secret", place).split(".");
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
    const old = createSealedBox(randomBytes(32));
    const fresh = createSealedBox(randomBytes(32));
    const moved = reseal(old, fresh, old.seal("secret", place), place);
    expect(fresh.open(moved, place)).toBe("secret");
    expect(() => old.open(moved, place)).toThrow(WrongKey);
  });
});
