import { describe, expect, it } from "vitest";
import { base32, codeOfStep, newTotpSecret, stepOfCode, totpUri } from "#/auth/totp.ts";

/** Secret of the test vectors in RFC 6238. */
const secret = base32(Buffer.from("12345678901234567890"));

describe("codes of an authenticator app", () => {
  // RFC 6238, appendix B, shortened to six digits.
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("equal those of the RFC at second %i", (second, code) => {
    const step = Math.floor(second / 30);
    expect(codeOfStep(secret, step)).toBe(code);
    expect(stepOfCode(secret, code, second * 1000)).toBe(step);
  });

  it("are accepted one step early and late, and no further", () => {
    const now = 1_700_000_000_000;
    const step = Math.floor(now / 30_000);
    const taken = [-2, -1, 0, 1, 2].map((by) =>
      stepOfCode(secret, codeOfStep(secret, step + by), now),
    );
    expect(taken).toEqual([null, step - 1, step, step + 1, null]);
  });

  it.each(["", "28708", "2870822", "28708a", "２８７０８２"])("are not %j", (code) => {
    expect(stepOfCode(secret, code, 59_000)).toBeNull();
  });

  it("come from a secret of 160 bits in characters that can be typed", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(newTotpSecret());
    // Test vector of RFC 4648, section 10.
    expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  });

  it("are set up with a URI that names the issuer and the user", () => {
    expect(totpUri(secret, "anna+home@example.org")).toBe(
      `otpauth://totp/Inlet:anna%2Bhome%40example.org?secret=${secret}&issuer=Inlet`,
    );
  });
});
