import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Color, contrast, darkSurface } from "#/frame/colors.ts";
import { darkGround, darkLine, inkOn, isLight, laidOn } from "#/frame/dark-colors.ts";

const part = fc.integer({ min: 0, max: 255 }).map((value) => value / 255);
const anyColor = fc.tuple(part, part, part, fc.constant(1)) as fc.Arbitrary<Color>;
const white: Color = [1, 1, 1, 1];
const black: Color = [0, 0, 0, 1];

describe("the colors of a message in the dark theme", () => {
  it("keeps every text color legible on every background", () => {
    fc.assert(
      fc.property(anyColor, anyColor, (ink, ground) => {
        const turned = darkGround(ground);
        return contrast(inkOn(turned, ink), turned.color) >= 4.5;
      }),
      { numRuns: 3000 },
    );
  });

  it("turns every light background into a dark one of the same hue", () => {
    fc.assert(
      fc.property(anyColor, (ground) => {
        const turned = darkGround(ground);
        return turned.isTurned === isLight(ground) && !isLight(turned.color);
      }),
    );
    const [red, green, blue] = darkGround([1, 0.9, 0.6, 1]).color;
    expect(red).toBeGreaterThan(green);
    expect(green).toBeGreaterThan(blue);
  });

  it("turns white paper into the app's own surface, without a visible edge", () => {
    const { color } = darkGround(white);
    for (const [at, value] of darkSurface.entries()) expect(color[at]).toBeCloseTo(value, 1);
  });

  it("leaves a dark background and its text unchanged", () => {
    const night: Color = [0.1, 0.1, 0.3, 1];
    expect(darkGround(night)).toEqual({ color: night, isTurned: false });
    expect(inkOn({ color: night, isTurned: false }, white)).toBe(white);
  });

  it("keeps text of low contrast weaker than text of high contrast", () => {
    const ground = darkGround(white);
    const strong = inkOn(ground, black);
    const soft = inkOn(ground, [0.4, 0.4, 0.4, 1]);
    expect(contrast(strong, ground.color)).toBeGreaterThan(contrast(soft, ground.color));
  });

  it("keeps a border visible, and hides one that was as white as the background", () => {
    const ground = darkGround(white).color;
    expect(contrast(darkLine([0.8, 0.8, 0.8, 1]), ground)).toBeGreaterThan(1.5);
    expect(contrast(darkLine(white), ground)).toBeCloseTo(1, 1);
    expect(contrast(darkLine(black), ground)).toBeGreaterThan(1.5);
  });

  it("blends a half-transparent background with the one behind it", () => {
    expect(laidOn([1, 1, 1, 0.5], black)).toEqual([0.5, 0.5, 0.5, 1]);
  });
});
