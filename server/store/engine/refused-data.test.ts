import { expect, test } from "vitest";
import { refusedData } from "./refused-data.ts";

const failing = (given: object) =>
  Object.assign(new Error("Failing row contains (secret)."), given);

test("distinguishes errors about data from errors of the database, and reports them without the data", () => {
  expect(refusedData(failing({ code: "23514" }))).toBe("PostgreSQL 23514");
  expect(refusedData(failing({ code: "54000" }))).toBe("PostgreSQL 54000");
  expect(refusedData(failing({ code: "ERR_SQLITE_ERROR", errcode: 1811 }))).toBe("SQLite 1811");
  expect(refusedData(new RangeError("Invalid time value"))).toBe("RangeError");
  for (const other of [
    { code: "08006" },
    { code: "53100" },
    { code: "25006" },
    { code: "40001" },
    { code: "57P01" },
    { code: "ERR_SQLITE_ERROR", errcode: 13 },
    { code: "ERR_SQLITE_ERROR", errcode: 5 },
    { code: "ECONNRESET" },
    {},
  ]) {
    expect(refusedData(failing(other))).toBeNull();
  }
  expect(refusedData("no error")).toBeNull();
});
