import { limits } from "@inlet/contract/limits.ts";
import { describe, expect, it } from "vitest";
import { avatarTypeOf } from "#/http/files/avatar-image.ts";
import { aPng, aWebp } from "#/testing/factories/pictures.ts";

const most = limits.avatarSideMaxPx;

describe("an avatar", () => {
  it.each([
    ["a PNG file", aPng(256, 256), "image/png"],
    ["a PNG file of the largest size", aPng(most, most), "image/png"],
    ["a WebP file", aWebp("VP8 ", 256, 256), "image/webp"],
    ["a lossless WebP file", aWebp("VP8L", most, most), "image/webp"],
    ["a WebP file with transparency", aWebp("VP8X", 256, 200), "image/webp"],
  ] as const)("may be %s", (_, bytes, type) => {
    expect(avatarTypeOf(bytes)).toBe(type);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a drawing with a script", Buffer.from('<svg xmlns="x"><script>alert(1)</script></svg>')],
    ["a page", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["a page that begins as a PNG file", Buffer.concat([aPng(1, 1), Buffer.from("<script>")])],
    ["a page that begins as a WebP file", Buffer.concat([aWebp("VP8 ", 9, 9), Buffer.from("<b>")])],
    ["a PNG file that is cut off", aPng(256, 256).subarray(0, -13)],
    ["a PNG file too wide by a pixel", aPng(most + 1, 1)],
    ["a PNG file that unpacks to gigabytes", aPng(60_000, 60_000)],
    ["a WebP file that unpacks to gigabytes", aWebp("VP8X", 1 << 24, 1 << 24)],
    ["a lossless WebP file too high by a pixel", aWebp("VP8L", 1, most + 1)],
    ["a PNG file without width", aPng(0, 256)],
    ["a WebP file of an unknown kind", aWebp("ANIM", 9, 9)],
    ["a zip archive", Buffer.concat([Buffer.from("PK\u0003\u0004"), Buffer.alloc(60)])],
    ["gzip", Buffer.concat([Buffer.from([0x1f, 0x8b, 8]), Buffer.alloc(60)])],
    ["a GIF file", Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(60)])],
    ["a JPEG file", Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(60)])],
  ])("is never %s", (_, bytes) => {
    expect(avatarTypeOf(bytes)).toBeNull();
  });
});
