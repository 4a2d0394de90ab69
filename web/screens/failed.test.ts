import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Failed } from "#/screens/failed.tsx";

test("a failed page hides its error until the user requests it", () => {
  const failed = { error: new Error("boom"), reset: () => undefined };
  const drawn = renderToStaticMarkup(createElement(Failed, failed));
  expect(drawn).toContain(">Something went wrong!<");
  expect(drawn).toContain(">Show Error<");
  expect(drawn).not.toContain("boom");
});
