import { expect, test } from "vitest";
import { backgroundJobs } from "./handlers.ts";

test("waiting messages are classified after corrections are learned and before uses are", () => {
  const places = ["learn-sorting", "sort-mail", "learn-from-use"].map((kind) =>
    backgroundJobs.indexOf(kind),
  );
  expect(places).toEqual([0, 1, 2]);
});
