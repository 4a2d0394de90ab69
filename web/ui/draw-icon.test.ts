import { createLucideIcon } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { drawIcon } from "#/ui/draw-icon.ts";

const data = {
  name: "archive",
  size: 24,
  aliases: [],
  node: [
    ["rect", { width: "20", height: "5", x: "2", y: "3", rx: "1" }],
    ["path", { d: "M10 12h4" }],
  ] as ["rect" | "path", Record<string, string>][],
};

/** Returns elements and attributes, in any order. */
const partsOf = (markup: string) => markup.match(/[\w-]+="[^"]*"|<\/?\w+/g)?.toSorted();

test.each([
  ["plain", {}],
  ["hidden, in its size", { size: 16, strokeWidth: 1.75, "aria-hidden": true }],
  ["with a name of its own", { size: 12, role: "img", "aria-label": "Summary" }],
  ["with a class", { className: "shrink-0 rotate-90" }],
])("renders an icon as lucide-react does: %s", (_, props) => {
  const theirs = renderToStaticMarkup(createElement(createLucideIcon(data), props));
  const ours = renderToStaticMarkup(createElement(drawIcon(data), props));
  expect(partsOf(ours.replace(/ ?"/g, '"'))).toEqual(
    partsOf(theirs.replace('class="lucide ', 'class="')),
  );
});
