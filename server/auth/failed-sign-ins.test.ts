import { describe, expect, it } from "vitest";
import { createFailedSignIns } from "#/auth/failed-sign-ins.ts";

function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, failures: createFailedSignIns(clock) };
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${n}`);

describe("failed sign-ins", () => {
  it("are limited to twenty an hour for one account, wherever they come from", () => {
    const { failures, clock } = setUp();
    for (const address of addresses(20)) {
      expect(failures.begin("anna@example.org", address)).not.toBeNull();
    }
    expect(failures.begin("anna@example.org", "203.0.113.1")).toBeNull();
    expect(failures.begin("ben@example.org", "203.0.113.1")).not.toBeNull();
    clock.time += 3600_000;
    expect(failures.begin("anna@example.org", "203.0.113.1")).not.toBeNull();
  });

  it("are limited for one address, whatever the accounts", () => {
    const { failures } = setUp();
    for (let n = 0; n < 100; n++) {
      expect(failures.begin(`user${n}@example.org`, "198.51.100.7")).not.toBeNull();
    }
    expect(failures.begin("another@example.org", "198.51.100.7")).toBeNull();
    expect(failures.begin("another@example.org", "198.51.100.8")).not.toBeNull();
  });

  it("do not include the ones that succeeded", () => {
    const { failures } = setUp();
    for (let n = 0; n < 500; n++) failures.begin("anna@example.org", "198.51.100.7")?.forgive();
    expect(failures.begin("anna@example.org", "198.51.100.7")).not.toBeNull();
  });

  it("count a whole IPv6 network as one address", () => {
    const { failures } = setUp();
    for (let n = 0; n < 100; n++) failures.begin(`user${n}@x.org`, `2001:db8:1:2::${n + 1}`);
    expect(failures.begin("a@x.org", "2001:db8:1:2:ffff::1")).toBeNull();
    expect(failures.begin("a@x.org", "2001:db8:1:3::1")).not.toBeNull();
  });
});
