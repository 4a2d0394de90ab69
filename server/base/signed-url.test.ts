import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createSigner } from "#/base/signed-url.ts";

describe("a signed value", () => {
  const clock = { time: 1_000_000, now: () => clock.time };
  const signer = createSigner(randomBytes(32), clock);
  const claims = { user: "anna", path: "/email/1/attachments/2" };

  it("returns its claims until it expires", () => {
    const signed = signer.sign("file", claims, 1000);
    expect(signer.verify("file", signed)).toEqual(claims);
    clock.time += 999;
    expect(signer.verify("file", signed)).toEqual(claims);
    clock.time += 1;
    expect(signer.verify("file", signed)).toBeNull();
  });

  it("is safe in a URL path", () => {
    expect(signer.sign("file", { user: "ü?/&" }, 1000)).toMatch(/^[\w.-]+$/);
  });

  it("is valid for one purpose only", () => {
    expect(signer.verify("image", signer.sign("file", claims, 1000))).toBeNull();
  });

  it("is rejected under another key, with other claims, or truncated", () => {
    const signed = signer.sign("file", claims, 1000);
    const other = signer.sign("file", { ...claims, user: "ben" }, 1000);
    const [payload = "", mac = ""] = signed.split(".");
    const [otherPayload = ""] = other.split(".");
    expect(createSigner(randomBytes(32), clock).verify("file", signed)).toBeNull();
    for (const forged of [
      `${otherPayload}.${mac}`,
      payload,
      `${payload}.`,
      "",
      ".",
      `${signed}.x`,
    ]) {
      expect(signer.verify("file", forged)).toBeNull();
    }
  });
});
