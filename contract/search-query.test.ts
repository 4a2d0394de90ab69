import { expect, test } from "vitest";
import { Category, Priority } from "./email.ts";
import { searchOperators } from "./search-query.ts";

test("searches for every category and priority that mail may have", () => {
  const plain = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  expect(searchOperators.category).toEqual(plain(Category.options));
  expect(searchOperators.priority).toEqual(plain(Priority.options));
});
