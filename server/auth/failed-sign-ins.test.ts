import { describe, expect, it } from "vitest";
import { createFailedSignIns, forgiveAccount } from "#/auth/failed-sign-ins.ts";
import { type Database, openDatabase } from "#/store/engine/database.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { openTestDatabase, withDatabases } from "#/testing/database/database.ts";
import { openStore } from "#/testing/database/test-store.ts";

const key = Buffer.alloc(32, 7);
const addresses = (count: number) => Array.from({ length: count }, (_, n) => `198.51.100.${n}`);

async function setUp(open: () => Promise<Database>) {
  const { database, execute, clock } = await openStore(open);
  return { database, execute, clock, failures: createFailedSignIns({ execute, key }) };
}

withDatabases((open) => {
  describe("failed sign-ins", () => {
    it("are limited to twenty an hour for one account, from any address", async () => {
      const { failures, clock } = await setUp(open);
      for (const address of addresses(20)) {
        expect(await failures.begin("anna@example.org", address)).not.toBeNull();
      }
      expect(await failures.begin("anna@example.org", "203.0.113.1")).toBeNull();
      expect(await failures.begin("ben@example.org", "203.0.113.1")).not.toBeNull();
      clock.at += 3600_000;
      expect(await failures.begin("anna@example.org", "203.0.113.1")).not.toBeNull();
    });

    it("are limited for one address, across all accounts", async () => {
      const { failures } = await setUp(open);
      for (let n = 0; n < 100; n++) {
        expect(await failures.begin(`user${n}@example.org`, "198.51.100.7")).not.toBeNull();
      }
      expect(await failures.begin("another@example.org", "198.51.100.7")).toBeNull();
      expect(await failures.begin("another@example.org", "198.51.100.8")).not.toBeNull();
    });

    it("do not include successful ones at the same moment as a failed one", async () => {
      const { failures } = await setUp(open);
      await failures.begin("anna@example.org", "198.51.100.7");
      for (let n = 0; n < 120; n++) {
        await (await failures.begin("anna@example.org", "198.51.100.7"))?.forgive();
      }
      for (let n = 0; n < 19; n++) {
        expect(await failures.begin("anna@example.org", "198.51.100.7")).not.toBeNull();
      }
      expect(await failures.begin("anna@example.org", "198.51.100.7")).toBeNull();
    });

    it("count an IPv6 /64 network as one address", async () => {
      const { failures } = await setUp(open);
      for (let n = 0; n < 100; n++) {
        await failures.begin(`user${n}@x.org`, `2001:db8:1:2::${n + 1}`);
      }
      expect(await failures.begin("a@x.org", "2001:db8:1:2:ffff::1")).toBeNull();
      expect(await failures.begin("a@x.org", "2001:db8:1:3::1")).not.toBeNull();
    });

    it("are stored without account or address, and are deleted", async () => {
      const { failures, database, execute, clock } = await setUp(open);
      await failures.begin("anna@example.org", "198.51.100.7");
      const rows = await database.reader.selectFrom("failed_sign_ins").selectAll().execute();
      expect(rows).toHaveLength(2);
      expect(JSON.stringify(rows)).not.toMatch(/anna|example|198/);
      clock.at += 3600_000;
      await failures.begin("ben@example.org", "198.51.100.8");
      const left = await database.reader.selectFrom("failed_sign_ins").select("id").execute();
      expect(left.map(({ id }) => id)).not.toContain(rows[0]?.id);
      await execute("failedSignIns.prune", { before: clock.at + 1 });
      expect(await database.reader.selectFrom("failed_sign_ins").selectAll().execute()).toEqual([]);
    });

    it("do not count once the operator set a new password", async () => {
      const { failures, execute } = await setUp(open);
      for (const address of addresses(20)) await failures.begin("anna@example.org", address);
      await forgiveAccount(execute, key, "anna@example.org");
      expect(await failures.begin("anna@example.org", "203.0.113.1")).not.toBeNull();
    });
  });
});

it("failed sign-ins are counted across processes, also when concurrent", async () => {
  const { failures, database, clock } = await setUp(() => openTestDatabase("postgres"));
  const own = await openDatabase({ url: database.url });
  try {
    const execute = createCommandBus(own, { clock, onCommit: () => undefined });
    const others = createFailedSignIns({ execute, key });
    const begun = await Promise.all(
      addresses(40).map((address, n) =>
        (n % 2 === 0 ? failures : others).begin("anna@example.org", address),
      ),
    );
    expect(begun.filter((attempt) => attempt !== null)).toHaveLength(20);
    await begun.find((attempt) => attempt !== null)?.forgive();
    expect(await others.begin("anna@example.org", "203.0.113.1")).not.toBeNull();
    expect(await failures.begin("anna@example.org", "203.0.113.1")).toBeNull();
  } finally {
    await own.close();
  }
});
