import { expect, test } from "vitest";
import { firstLook, moved, squareOf, zoomMax } from "#/features/profile/crop.ts";

const wide = { width: 400, height: 200 };
const high = { width: 100, height: 300 };

test("begins with the largest square, in the center", () => {
  expect(squareOf(wide, firstLook(wide))).toEqual({ x: 100, y: 0, side: 200 });
  expect(squareOf(high, firstLook(high))).toEqual({ x: 0, y: 100, side: 100 });
});

test("zooms in around the same center, from one to four times", () => {
  const { center } = firstLook(wide);
  expect(squareOf(wide, { center, zoom: 2 })).toEqual({ x: 150, y: 50, side: 100 });
  expect(squareOf(wide, { center, zoom: 9 }).side).toBe(200 / zoomMax);
  expect(squareOf(wide, { center, zoom: 0 }).side).toBe(200);
});

test("follows a drag, and stops at every edge", () => {
  const look = moved(wide, firstLook(wide), { x: 0.25, y: 0 });
  expect(squareOf(wide, look)).toEqual({ x: 150, y: 0, side: 200 });
  const far = moved(wide, look, { x: 99, y: 99 });
  expect(squareOf(wide, far)).toEqual({ x: 200, y: 0, side: 200 });
  // Moves back at once: the distance beyond the edge was not recorded.
  expect(squareOf(wide, moved(wide, far, { x: -0.5, y: 0 })).x).toBe(100);
});

test("stays inside when it zooms out at an edge", () => {
  const corner = moved(wide, { ...firstLook(wide), zoom: 4 }, { x: -99, y: -99 });
  expect(squareOf(wide, corner)).toEqual({ x: 0, y: 0, side: 50 });
  expect(squareOf(wide, { ...corner, zoom: 1 })).toEqual({ x: 0, y: 0, side: 200 });
});
