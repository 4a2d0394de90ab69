import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "@playwright/test";
import { atRest, type Stage, themes } from "./fixture.ts";
import { openList, openMail } from "./screenshot.ts";

const folder = path.resolve(import.meta.dirname, "../../web/features/landing/pictures");
/** Pixels of the picture for each of the page: screens that show both alike are common. */
const scale = 2;
/** All pictures together may have 300 kB. */
const quality = 0.36;

const pictures = [
  {
    name: "inbox",
    screen: { width: 1280, height: 800 },
    take: async (page: Page, stage: Stage) => {
      await openMail(page, stage, "Board paper");
      // The last part that arrives.
      await page.getByRole("button", { name: "Agree", exact: true }).waitFor();
    },
  },
  { name: "phone", screen: { width: 375, height: 760 }, take: (page: Page) => openList(page) },
] as const;

/** Takes the pictures that the landing page shows, in both themes, and writes them beside its source. */
export async function takeLandingPictures(stage: Stage, browser: Browser): Promise<number> {
  await mkdir(folder, { recursive: true });
  let bytes = 0;
  for (const theme of themes) {
    for (const { name, screen, take } of pictures) {
      const context = await stage.newContext(browser, "nora", { theme, screen, scale });
      const page = await context.newPage();
      await take(page, stage);
      await page.getByRole("tab", { name: /^Waiting/ }).waitFor();
      await atRest(page);
      const png = await page.screenshot({ animations: "disabled" });
      const webp = Buffer.from(await asWebp(page, png.toString("base64")), "base64");
      await writeFile(path.join(folder, `${name}-${theme}.webp`), webp);
      bytes += webp.byteLength;
      await context.close();
    }
  }
  return bytes;
}

/** Converts a picture in the browser, which has the encoder; both are base64. */
async function asWebp(page: Page, png: string): Promise<string> {
  // The policy of the app's pages allows no data addresses.
  await page.goto("about:blank");
  return page.evaluate(
    async ([source, level]) => {
      const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d")?.drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: level });
      const whole = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(whole, (byte) => String.fromCharCode(byte)).join(""));
    },
    [png, quality] as const,
  );
}
