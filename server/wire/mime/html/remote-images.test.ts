import { expect, test } from "vitest";
import { remoteImagesOf } from "./remote-images.ts";

const address = "https://pixel.example/a.gif";

test.each([
  ["an image", `<IMG src="${address}">`],
  ["an image of a drawing", `<svg><image xlink:href="${address}"></svg>`],
  ["a source", `<picture><source srcset="${address} 2x"></picture>`],
  ["a button", `<input type=image src=${address}>`],
  ["a film", `<video src="${address}"></video>`],
  ["a poster", `<div poster = "${address}">`],
  ["a background", `<td BACKGROUND\n=\n"${address}">`],
  ["a background with a letter that folds to k", `<td bac\u212Aground="${address}">`],
  ["a style attribute", `<p style="background: URL(${address})">`],
  ["a style attribute in numbered references", `<p style="background: &#117;rl(${address})">`],
  ["a style attribute in named references", `<p style="background: url&lpar;${address})">`],
  ["a style sheet", `<style>p { background: url('${address}') }</style>`],
])("finds %s", (_, html) => {
  expect(remoteImagesOf(html)).toEqual([address]);
});

test("finds nothing in text and links", () => {
  expect(remoteImagesOf(`<p style="color: red">img <a href="${address}">src</a></p>`)).toEqual([]);
});
