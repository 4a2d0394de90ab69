import { expect, it } from "vitest";
import { isDiskFull } from "./disk-full.ts";

it("knows a full disk by what PostgreSQL and the system call it", () => {
  for (const code of ["53100", "ENOSPC"]) {
    expect(isDiskFull(Object.assign(new Error("no room"), { code }))).toBe(true);
  }
  expect(isDiskFull(Object.assign(new Error("no room"), { code: "23505" }))).toBe(false);
});
