import { expect, test } from "vitest";
import { sidesIn } from "./oxlint-sides.ts";

test("finds classes that name left or right, with any variant prefix", () => {
  const text =
    "flex pl-3 -mr-1.5 max-sm:left-0 sm:hover:text-right border-l rounded-tr-none origin-top-left";
  expect(sidesIn(text)).toEqual([
    "pl-3",
    "-mr-1.5",
    "max-sm:left-0",
    "sm:hover:text-right",
    "border-l",
    "rounded-tr-none",
    "origin-top-left",
  ]);
});

test("allows classes for start, end and center, pairs of opposite directions, and sentences", () => {
  const classes = "ps-3 -me-1.5 start-0 text-end border-s left-1/2 inset-x-0 placeholder-left";
  expect(sidesIn(classes)).toEqual([]);
  expect(sidesIn("ltr:origin-left max-sm:rtl:mask-l-from-[calc(100%-1rem)]")).toEqual([]);
  expect(sidesIn("The left-over right-hand side, left")).toEqual([]);
});
