/** A point or a size in the picture, in its own pixels. */
export interface Point {
  x: number;
  y: number;
}

/** The part of a picture that is used: its center, and its magnification relative to the largest square. */
export interface Look {
  center: Point;
  zoom: number;
}

export const zoomMax = 4;

/** Returns the largest square in the center. */
export function firstLook({ width, height }: { width: number; height: number }): Look {
  return { center: { x: width / 2, y: height / 2 }, zoom: 1 };
}

/** Returns the square of the picture that is used; it never extends beyond an edge. */
export function squareOf(
  { width, height }: { width: number; height: number },
  { center, zoom }: Look,
): Point & { side: number } {
  const side = Math.min(width, height) / Math.min(Math.max(zoom, 1), zoomMax);
  const within = (middle: number, extent: number) =>
    Math.min(Math.max(middle - side / 2, 0), extent - side);
  return { x: within(center.x, width), y: within(center.y, height), side };
}

/** Returns the crop moved by these multiples of its square's side, limited by the edges. */
export function moved(size: { width: number; height: number }, look: Look, { x, y }: Point): Look {
  const before = squareOf(size, look);
  const { side } = before;
  const center = { x: before.x + side * (x + 0.5), y: before.y + side * (y + 0.5) };
  const after = squareOf(size, { ...look, center });
  return { ...look, center: { x: after.x + side / 2, y: after.y + side / 2 } };
}
