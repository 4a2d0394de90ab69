import { expect, onTestFinished, test, vi } from "vitest";
import { startBalancer } from "#/testing/balancer.ts";
import { startInstallation, subjectsIn } from "#/testing/installation.ts";
import type { OwnProduct } from "#/testing/own-product.ts";

test("two web and two engine processes are replaced one by one under load, and no call fails", async () => {
  const { start, register, connect, deliver, left } = await startInstallation({
    INLET_DRAIN_SECONDS: "1",
  });
  const balancer = await startBalancer();
  onTestFinished(() => balancer[Symbol.asyncDispose]());
  const webs: OwnProduct[] = [await start("web"), await start("web")];
  const engines: OwnProduct[] = [await start("engine"), await start("engine")];
  for (const { origin } of webs) await balancer.add(origin);

  const { client } = await register(balancer.origin);
  const accountId = await connect(client);

  let isOver = false;
  const calls = { made: 0 };
  const sent: string[] = [];
  const delivered: string[] = [];
  // A call that fails fails the test with what it said.
  const asLongAsItLasts = async (work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) {
      await work(n);
      calls.made++;
    }
  };
  const load = [
    asLongAsItLasts(() => client.call("GET /email/list", {})),
    asLongAsItLasts(() => client.call("GET /email/folders", {})),
    asLongAsItLasts(() => client.call("POST /email/search", { query: "text" })),
    asLongAsItLasts(async (n) => {
      if (n % 20 > 0) return client.call("GET /imap/accounts", {});
      sent.push(`out ${n}`);
      return client.call("POST /email/send", {
        accountId,
        to: "bob@elsewhere.example",
        subject: `out ${n}`,
        content: "Hello.",
      });
    }),
    asLongAsItLasts(async (n) => {
      if (n % 20 === 0) {
        delivered.push(`in ${n}`);
        await deliver(`in ${n}`);
      }
      await client.call("GET /user/profile", {});
    }),
  ];
  const all = Promise.all(load);
  const replaced = (async () => {
    for (const old of webs) {
      await balancer.add((await start("web")).origin);
      await Promise.all([old.stop(), balancer.left(old.origin)]);
    }
    for (const old of engines) {
      await start("engine");
      await old.stop();
    }
  })();
  await Promise.race([all, replaced]);
  isOver = true;
  await all;
  expect(calls.made).toBeGreaterThan(100);
  await vi.waitFor(() => expect(left.toSorted()).toEqual(sent.toSorted()), { timeout: 20_000 });
  await vi.waitFor(
    async () => {
      const here = (await subjectsIn(client)).filter((subject) => subject.startsWith("in "));
      expect(here.toSorted()).toEqual(delivered.toSorted());
    },
    { timeout: 20_000 },
  );
  expect(sent.length).toBeGreaterThan(1);
}, 120_000);
