import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ErrorBoundary } from "#/ui/error-boundary.tsx";
import { ErrorState } from "#/ui/error-state.tsx";

test("an error in a part of the page offers a retry", () => {
  const props = { title: "Something went wrong", retryLabel: "Try Again", children: "mail" };
  const boundary = new ErrorBoundary(props);
  expect(boundary.render()).toBe("mail");
  boundary.state = ErrorBoundary.getDerivedStateFromError();
  const shown = renderToStaticMarkup(createElement("div", null, boundary.render()));
  expect(shown).toContain("Something went wrong");
  expect(shown).toMatch(/<button[^<>]*>Try Again<\/button>/);
});

test("an error is shown with its message", () => {
  const state = { title: "Failed", message: "No luck today.", retryLabel: "Again" };
  const shown = renderToStaticMarkup(createElement(ErrorState, { ...state, onRetry: () => {} }));
  expect(shown.replaceAll(/<[^<>]+>/g, " ")).toMatch(/Failed +No luck today\. +Again/);
});
