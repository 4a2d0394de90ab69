import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NotFound } from "#/screens/not-found.tsx";

test("an address without a page shows an error and links to the start page", () => {
  const drawn = renderToStaticMarkup(createElement(NotFound));
  for (const text of [
    "Not Found",
    "404 - Page Not Found",
    "Sorry, the page you are looking for does not exist.",
  ]) {
    expect(drawn).toContain(`>${text}<`);
  }
  expect(drawn).toMatch(/<a href="\/"[^<>]*>Home<\/a>/);
});
