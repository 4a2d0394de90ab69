import { expect, test } from "vitest";
import { operatorNear } from "./problem-of.ts";

test("knows which operator was probably meant", () => {
  expect(operatorNear("fron")).toBe("from");
  expect(operatorNear("form")).toBe("from");
  expect(operatorNear("subjet")).toBe("subject");
  expect(operatorNear("newerthan")).toBe("newer_than");
  expect(operatorNear("xyzzy")).toBeUndefined();
  expect(operatorNear("http")).toBeUndefined();
});
