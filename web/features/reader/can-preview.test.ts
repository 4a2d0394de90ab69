import { expect, test } from "vitest";
import { previewKind } from "./can-preview.ts";

test("shows raster images and plain text, and nothing that could hold a script", () => {
  expect(previewKind({ type: "image/png" })).toBe("image");
  expect(previewKind({ type: "IMAGE/JPEG" })).toBe("image");
  for (const type of ["text/plain", "text/csv", "application/json", "message/delivery-status"]) {
    expect(previewKind({ type })).toBe("text");
  }
  for (const type of [
    "image/svg+xml",
    "text/html",
    "text/xml",
    "application/xhtml+xml",
    "application/pdf",
    "application/javascript",
    "message/rfc822",
    "",
  ]) {
    expect(previewKind({ type })).toBeNull();
  }
});
