import { describe, expect, it } from "vitest";
import { rasterTypeOf } from "#/http/files/raster-image.ts";

const bytes = (text: string) => Buffer.from(text, "latin1");

describe("rasterTypeOf", () => {
  it.each([
    ["\x89PNG\r\n\x1a\n....", "image/png"],
    ["\xff\xd8\xff\xe0JFIF", "image/jpeg"],
    ["GIF89a\x01\x00", "image/gif"],
    ["GIF87a\x01\x00", "image/gif"],
    ["RIFF\x10\n\x00\x00WEBPVP8 ", "image/webp"],
    ["\x00\x00\x00\x1cftypavif\x00\x00", "image/avif"],
    [`BM\x1e\x00\x00\x00${"\x00".repeat(24)}`, "image/bmp"],
    ["\x00\x00\x01\x00\x01\x00", "image/x-icon"],
  ])("recognizes %j as %s", (text, type) => {
    expect(rasterTypeOf(bytes(text))).toBe(type);
  });

  it.each([
    "",
    "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "<?xml version='1.0'?><svg/>",
    "<!doctype html><img src=x onerror=alert(1)>",
    "BM<script>alert(1)</script> and more than 26 bytes",
    "GIF80a",
    "\x89PNG\n\x1a\n",
    "%PDF-1.7",
    "\x00\x00\x00\x1cftypheic",
  ])("does not recognize %j as an image", (text) => {
    expect(rasterTypeOf(bytes(text))).toBeNull();
  });
});
