import { expect, test } from "vitest";
import { backgroundJobs } from "./handlers.ts";

test("waiting mail is sorted after corrections are learned from, and before what is done with mail is", () => {
  const places = ["learn-sorting", "sort-mail", "learn-from-use"].map((kind) =>
    backgroundJobs.indexOf(kind),
  );
  expect(places).toEqual([0, 1, 2]);
});
