import { expect, test } from "vitest";
import { createByteBudget } from "./byte-budget.ts";

/** Lets all work that can run do so. */
const settle = () => new Promise((fulfil) => setImmediate(fulfil));

test("admits waiting claims in order when space is released", async () => {
  const budget = createByteBudget(10);
  const order: string[] = [];
  const first = await budget.take(6);
  const second = budget.take(6).then((giveBack) => {
    order.push("second");
    return giveBack;
  });
  const third = budget.take(1).then((giveBack) => {
    order.push("third");
    return giveBack;
  });
  await settle();
  expect(order).toEqual([]);
  first();
  await Promise.all([second, third]);
  expect(order).toEqual(["second", "third"]);
});

test("admits a claim larger than the whole budget when it is alone", async () => {
  const budget = createByteBudget(10);
  const giveBack = await budget.take(1000);
  giveBack();
  giveBack();
  const first = await budget.take(10);
  let isIn = false;
  const second = budget.take(1).then(() => {
    isIn = true;
  });
  await settle();
  expect(isIn).toBe(false);
  first();
  await second;
});

test("lets urgent requests overtake, with a separate reserve", async () => {
  const budget = createByteBudget(10);
  const order: string[] = [];
  const first = await budget.take(7);
  const usual = budget.take(2).then(() => order.push("usual"));
  const urgent = budget.take(3, { isUrgent: true }).then((giveBack) => {
    order.push("urgent");
    return giveBack;
  });
  const giveBack = await urgent;
  await settle();
  expect(order).toEqual(["urgent"]);
  giveBack();
  first();
  await usual;
  expect(order).toEqual(["urgent", "usual"]);
});

test("admits an owner beside others that never release their claims", async () => {
  const budget = createByteBudget(10);
  for (const owner of ["a", "b"]) await budget.take(10, { isUrgent: true, owner });
  void budget.take(10, { isUrgent: true, owner: "a" });
  const giveBack = await budget.take(8, { isUrgent: true, owner: "c" });
  let isIn = false;
  const second = budget.take(8, { isUrgent: true, owner: "c" }).then(() => {
    isIn = true;
  });
  await settle();
  expect(isIn).toBe(false);
  giveBack();
  await second;
});

const mib = 1024 * 1024;

test.each([20, 30])(
  "gives each of %i owners the same share of the released bytes",
  async (count) => {
    const budget = createByteBudget(8 * mib);
    const shares = new Map<string, number>();
    const held: (() => void)[] = [];
    const claim = async (owner: string): Promise<void> => {
      const giveBack = await budget.take(3.75 * mib, { isUrgent: false, owner });
      shares.set(owner, (shares.get(owner) ?? 0) + 1);
      held.push(giveBack);
      // Claims more for the same owner, as an account in its first sync does.
      void claim(owner);
    };
    for (let at = 0; at < count; at++) void claim(`owner ${at}`);
    await settle();
    for (let turn = 0; turn < 10 * count; turn++) {
      held.shift()?.();
      await settle();
    }
    expect(shares.size).toBe(count);
    const counts = [...shares.values()];
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  },
);

test("admits urgent mail of an owner whose other claims hold the whole budget", async () => {
  const budget = createByteBudget(8 * mib);
  for (const owner of ["a", "b", "c", "mine"])
    await budget.take(4 * mib, { isUrgent: false, owner });
  for (let at = 0; at < 5; at++) void budget.take(4 * mib, { isUrgent: false, owner: "mine" });
  let isIn = false;
  void budget.take(20_000, { isUrgent: true, owner: "mine" }).then(() => {
    isIn = true;
  });
  await settle();
  expect(isIn).toBe(true);
});

test("admits the urgent claim first of an owner that released its space", async () => {
  const budget = createByteBudget(8 * mib);
  const order: string[] = [];
  for (const owner of ["a", "b"]) await budget.take(4 * mib, { isUrgent: false, owner });
  const giveBack = await budget.take(4 * mib, { isUrgent: false, owner: "c" });
  for (const owner of ["d", "c"]) {
    void budget.take(4 * mib, { isUrgent: false, owner }).then(() => order.push(`usual ${owner}`));
  }
  void budget.take(3 * mib, { isUrgent: true, owner: "c" }).then(() => order.push("urgent c"));
  await settle();
  giveBack();
  await settle();
  expect(order).toEqual(["usual d", "urgent c"]);
});
