import { describe, expect, it } from "vitest";
import { createPasswords, productionCost } from "#/auth/passwords.ts";

const cheap = { memoryKib: 64, passes: 1 };

describe("passwords", () => {
  it("are stored as argon2id strings that only the password matches", async () => {
    const passwords = createPasswords(cheap);
    const hash = await passwords.hash("correct horse");
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await passwords.check("correct horse", hash)).toBe(true);
    expect(await passwords.check("correct horsf", hash)).toBe(false);
    expect(await passwords.hash("correct horse")).not.toBe(hash);
  });

  it("cost at least as much as OWASP recommends, in production", async () => {
    const passwords = createPasswords(productionCost);
    expect(await passwords.hash("secret")).toContain("$m=65536,t=3,p=1$");
  });

  it("never match for a user that does not exist", async () => {
    expect(await createPasswords(cheap).check("", null)).toBe(false);
  });

  it("are the same in any Unicode composition", async () => {
    const passwords = createPasswords(cheap);
    expect(await passwords.check("u\u0308ber", await passwords.hash("\u00fcber"))).toBe(true);
  });

  it("are recognized as stale by cost, and still checked at the old one", async () => {
    const old = await createPasswords(cheap).hash("secret");
    const now = createPasswords({ memoryKib: 128, passes: 1 });
    expect(now.isStale(old)).toBe(true);
    expect(now.isStale(await now.hash("secret"))).toBe(false);
    expect(await now.check("secret", old)).toBe(true);
  });

  it("are checked a few at a time, and refused when the queue is full", async () => {
    const passwords = createPasswords(cheap);
    const results = await Promise.allSettled(
      Array.from({ length: 300 }, () => passwords.check("guess", null)),
    );
    const refused = results.filter((result) => result.status === "rejected");
    expect(refused).toHaveLength(300 - 202);
    expect(refused[0]?.reason).toMatchObject({ code: "request.too_many" });
    expect(await passwords.check("secret", await passwords.hash("secret"))).toBe(true);
  });
});
