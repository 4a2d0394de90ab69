import { expect, test } from "vitest";
import { isPdf, previewKind } from "./can-preview.ts";

test("previews raster images and plain text, but no type that could hold a script", () => {
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

test("recognizes a PDF by its type, or by its name if the type is unspecific", () => {
  expect(isPdf({ type: "application/PDF", filename: "paper" })).toBe(true);
  expect(isPdf({ type: "application/octet-stream", filename: "Paper.PDF" })).toBe(true);
  expect(isPdf({ type: "text/html", filename: "paper.pdf" })).toBe(false);
  expect(isPdf({ type: "application/octet-stream", filename: "paper.pdf.exe" })).toBe(false);
});
