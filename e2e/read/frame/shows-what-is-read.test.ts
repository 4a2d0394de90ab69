import { expect, test } from "@playwright/test";
import { hidden, shown } from "../../../server/testing/factories/visibility-cases.ts";
import { openStage, type Stage } from "../../../tools/conformance/frame/stage.ts";
import { Watch } from "../../../tools/conformance/frame/watch.ts";

let opened: Stage;
let stage: Watch;

test.describe.configure({ mode: "serial", timeout: 240_000 });
test.beforeAll(async ({ browser }) => {
  opened = await openStage(null);
  stage = await Watch.open(browser, opened);
});
test.afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await opened[Symbol.asyncDispose]();
});

/** Spaces as wide as the word they replace, which paint no pixels. */
const blank = "\u2003".repeat(6);

/** Minimum difference of a color channel, out of 255. Paler text is unreadable: a character of #ddd on white differs by 34. */
const leastDifference = 32;
/** Text that is too small to read leaves fewer pixels than this. */
const leastPixels = 40;

/** Returns true if the word is painted: if enough pixels of the frame differ from the same message without it. */
async function isPainted(html: string): Promise<boolean> {
  const around = (inside: string) => `<p>Lunch on Friday?</p>${inside}<p>I book the table.</p>`;
  const sheets: string[] = [];
  for (const mail of [html, html.replaceAll("SECRET", blank)]) {
    await stage.show(around(mail));
    sheets.push((await stage.picture()).toString("base64"));
  }
  const pixels = await stage.frame.evaluate(
    async ({ pictures, least }) => {
      const pixelsOf = async (picture: string): Promise<Uint8ClampedArray> => {
        const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext("2d");
        if (!context) throw new Error("There is no canvas.");
        context.drawImage(bitmap, 0, 0);
        return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
      };
      const [one, other] = await Promise.all(pictures.map(pixelsOf));
      let count = 0;
      for (let at = 0; one && other && at < one.length; at += 4) {
        const parts = [at, at + 1, at + 2];
        if (parts.some((part) => Math.abs((one[part] ?? 0) - (other[part] ?? 0)) >= least)) count++;
      }
      return count;
    },
    { pictures: sheets, least: leastDifference },
  );
  return pixels >= leastPixels;
}

test("paints every word that the server reads", async () => {
  const unpainted: string[] = [];
  for (const [name, html] of Object.entries(shown)) {
    if (!(await isPainted(html))) unpainted.push(name);
  }
  expect(unpainted).toEqual([]);
});

test("paints no word that the server omits", async () => {
  const seen: string[] = [];
  for (const [name, html] of Object.entries(hidden)) {
    if (await isPainted(html)) seen.push(name);
  }
  expect(seen).toEqual([]);
});
