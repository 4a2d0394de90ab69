import { expect, test } from "vitest";
import { Category, Priority } from "./email.ts";
import { searchOperators } from "./search-query.ts";

test("has a search value for every category and priority of a message", () => {
  const plain = (names: readonly string[]) => names.map((name) => name.toLowerCase());
  expect(searchOperators.category).toEqual(plain(Category.options));
  expect(searchOperators.priority).toEqual(plain(Priority.options));
});
