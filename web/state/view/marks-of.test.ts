import { expect, test } from "vitest";
import { accountHues, marksOf } from "#/state/view/marks-of.ts";

const accountOf = (account_mail: string, name = "", color: "red" | null = null) => ({
  // Safe: an id is a branded string.
  id: account_mail as never,
  account_mail,
  name,
  color,
});

const initialsOf = (...accounts: ReturnType<typeof accountOf>[]) =>
  marksOf(accounts).map(({ initials }) => initials);

test("a short name is shown whole, a longer one as two letters", () => {
  expect(
    initialsOf(
      accountOf("a@x.example", "HW"),
      accountOf("b@x.example", "Harbour Works"),
      accountOf("c@x.example", "Club"),
    ),
  ).toEqual(["HW", "HW", "Cl"]);
});

test("an address has one letter unless another account has the same", () => {
  expect(initialsOf(accountOf("ada@x.example"), accountOf("bo@x.example"))).toEqual(["A", "B"]);
  expect(initialsOf(accountOf("ada@x.example"), accountOf("ada@y.example"))).toEqual(["AX", "AY"]);
  expect(initialsOf(accountOf("ada@x.example"), accountOf("abe@x.example"))).toEqual(["Ad", "Ab"]);
  expect(initialsOf(accountOf("1@x.example"), accountOf("1@x.example"))).toEqual(["1X", "1X"]);
});

test("a chosen color stays, and the others keep away from it", () => {
  const [chosen, ...others] = marksOf([
    accountOf("a@x.example", "", "red"),
    ...["b", "c", "d", "e"].map((name) => accountOf(`${name}@x.example`)),
  ]);
  expect(chosen?.hue).toBe(accountHues.red);
  for (const { hue } of others) {
    const gap = Math.abs(hue - accountHues.red);
    expect(Math.min(gap, 360 - gap)).toBeGreaterThanOrEqual(45);
  }
});
