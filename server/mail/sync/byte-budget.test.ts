import { expect, test } from "vitest";
import { createByteBudget } from "./byte-budget.ts";

/** Lets everything that can go on do so. */
const settle = () => new Promise((fulfil) => setImmediate(fulfil));

test("lets the next in when there is room again, in order", async () => {
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

test("admits something larger than everything when it is alone", async () => {
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

test("lets what is urgent overtake, into room of its own", async () => {
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

test("lets an owner in beside what others claim and never give back", async () => {
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
