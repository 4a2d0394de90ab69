import { expect, it } from "vitest";
import { remoteImagesOf } from "./remote-images.ts";
import { trackersOf } from "./trackers.ts";

const trackersIn = (html: string) => [...trackersOf(html, remoteImagesOf(html))];

it("finds images that are too small to be seen", () => {
  expect(
    trackersIn(`<img src="https://a.example/1" width=1 height=1><img src="https://a.example/2" width="2" height="2">
      <img src="https://a.example/3" style="height:1px; width:1px !important"><img src="https://a.example/4" width="0" height="0">`),
  ).toEqual([1, 2, 3, 4].map((number) => `https://a.example/${number}`));
});

it("finds the addresses that bulk mailers use to count readers", () => {
  const known = [
    "https://x.list-manage.com/track/open.php?u=1&id=2",
    "https://u1.ct.example.net/wf/open?upn=abc",
    "https://pixel.shop.example/p/1",
    "https://mail.example.org/e/o/abc123",
    "https://www.google-analytics.com/collect?v=1",
  ];
  expect(trackersIn(known.map((url) => `<img src="${url}" width=200>`).join(""))).toEqual(known);
});

it("does not mistake visible images for trackers", () => {
  expect(
    trackersIn(`<img src="https://a.example/logo.png" width=120 height=40><img src="https://a.example/open-house.jpg">
      <img src="https://a.example/line.gif" width="1" height="20"><img src="https://a.example/wide.png" width="1%">
      <img src="https://a.example/hero.png" style="max-width:1px">`),
  ).toEqual([]);
});
