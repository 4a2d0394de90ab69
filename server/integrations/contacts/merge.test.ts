import { expect, it } from "vitest";
import { merged } from "./merge.ts";

function addresses(base: string[], ours: string[], theirs: string[]): string[] {
  const snapshot = { name: "Ann", organization: "", notes: "" };
  const all = [base, ours, theirs].map((list) => ({ ...snapshot, addresses: list }));
  const [before, here, there] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
  return merged(before, here, there).addresses;
}

it("keeps the addresses that either side added", () => {
  expect(addresses(["a@x"], ["a@x", "b@x"], ["a@x", "c@x"])).toEqual(["a@x", "c@x", "b@x"]);
});

it("drops the addresses that either side removed", () => {
  expect(addresses(["a@x", "b@x", "c@x"], ["b@x", "c@x"], ["a@x", "b@x"])).toEqual(["b@x"]);
});

it("ignores case when it compares addresses", () => {
  expect(addresses(["a@x"], ["a@x", "B@x"], ["A@X", "b@X"])).toEqual(["A@X", "b@X"]);
});
