import { limits } from "@inlet/contract/limits.ts";
import { type Look, squareOf } from "#/features/profile/crop.ts";

/** Draws the chosen square over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, look: Look): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const { x, y, side } = squareOf(picture, look);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** Returns the avatar's file: WebP, or PNG if the browser cannot write WebP. Null if it cannot be created. */
export async function avatarFile(picture: ImageBitmap, look: Look): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  // A noisy picture may be too large as a PNG file; halving both sides makes it a quarter.
  for (const side of [limits.avatarSidePx, limits.avatarSidePx / 2]) {
    canvas.width = side;
    canvas.height = side;
    draw(canvas, picture, look);
    const { promise, resolve } = Promise.withResolvers<Blob | null>();
    canvas.toBlob(resolve, "image/webp", 0.9);
    const file = await promise;
    if (file && file.size <= limits.avatarBytes) return file;
  }
  return null;
}
