import { expect, test } from "vitest";
import { diskError } from "./disk-failure.ts";

const failed = (fields: object) => Object.assign(new Error("it failed"), fields);

test("distinguishes a full disk from a read-only disk and from other errors", () => {
  for (const code of ["53100", "ENOSPC", "EDQUOT"]) {
    expect(diskError(failed({ code }))).toBe("disk.full");
  }
  expect(diskError(failed({ code: "ERR_SQLITE_ERROR", errcode: 13 }))).toBe("disk.full");
  for (const code of ["25006", "EROFS"]) expect(diskError(failed({ code }))).toBe("disk.read_only");
  // SQLITE_READONLY, and the extended result code SQLITE_READONLY_DBMOVED.
  for (const errcode of [8, 1032]) expect(diskError(failed({ errcode }))).toBe("disk.read_only");
  for (const other of [failed({ code: "23505" }), failed({ errcode: 19 }), "ENOSPC", null]) {
    expect(diskError(other)).toBeNull();
  }
});
