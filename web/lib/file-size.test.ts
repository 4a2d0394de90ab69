import { expect, test } from "vitest";
import { fileSize } from "#/lib/file-size.ts";

test.each([
  [0, "0 Bytes"],
  [-1, "0 Bytes"],
  [Number.NaN, "0 Bytes"],
  [1, "1 Bytes"],
  [1023, "1023 Bytes"],
  [1024, "1 KB"],
  [1536, "1.5 KB"],
  [1_048_575, "1 MB"],
  [1_048_576, "1 MB"],
  [26_214_400, "25 MB"],
  [1_073_741_823, "1 GB"],
  [5 * 1024 ** 4, "5120 GB"],
])("formats %d bytes as %s", (bytes, text) => {
  expect(fileSize(bytes)).toBe(text);
});
