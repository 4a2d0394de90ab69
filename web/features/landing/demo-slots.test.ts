import { expect, test } from "vitest";
import { demoSlots } from "./demo-slots.ts";

test("offers the next five workdays, but not today or a weekend", () => {
  // This date is a Friday.
  const days = demoSlots(new Date(2026, 10, 20, 15), "en-GB");
  expect(days.map(({ day }) => day)).toEqual([
    "2026-11-23",
    "2026-11-24",
    "2026-11-25",
    "2026-11-26",
    "2026-11-27",
  ]);
  expect(days[0]?.label).toMatch(/^Mon,? 23 Nov$/);
});

test("counts the hours in the visitor's time zone", () => {
  const [first] = demoSlots(new Date(2026, 10, 20, 15), "en-GB");
  expect(first?.slots[0]?.label).toBe("09:00");
  expect(first?.slots[0]?.startsAt).toEqual(new Date(2026, 10, 23, 9));
});
