import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Closing } from "#/features/landing/closing.tsx";
import { Demo } from "#/features/landing/demo.tsx";
import { FeatureGrid } from "#/features/landing/feature-grid.tsx";
import { Privacy } from "#/features/landing/privacy.tsx";
import { Problem } from "#/features/landing/problem.tsx";
import { ProductShot } from "#/features/landing/product-shot.tsx";
import { Reasons } from "#/features/landing/reasons.tsx";
import { Landing } from "#/screens/landing/landing.tsx";
import { FirstFrame } from "#/screens/shell/first-frame.tsx";
import { SignIn } from "#/screens/sign-in.tsx";

export { documentTexts } from "#/texts/document-texts.ts";

/** Returns the landing page as markup, for visitors without scripts, or before those are loaded. */
export function landingMarkup(hasFigures: boolean): string {
  return renderToString(
    <StrictMode>
      <Landing
        parts={{ ProductShot, FeatureGrid, Demo, Reasons, Problem, Closing }}
        hasFigures={hasFigures}
      />
    </StrictMode>,
  );
}

/** Returns the privacy page as markup; it has no script. */
export function privacyMarkup(): string {
  return renderToString(<Privacy />);
}

/**
 * Markup of the sign-in page, shown until the app is loaded. It has no control: a browser would fill in a password, and a user
 * type, and the app would then discard the input.
 */
export async function signInMarkup(): Promise<string> {
  const root = createRootRoute({ component: Outlet });
  const login = createRoute({ getParentRoute: () => root, path: "/login", component: SignIn });
  const history = createMemoryHistory({ initialEntries: ["/login"] });
  const router = createRouter({ routeTree: root.addChildren([login]), history });
  await router.load();
  const drawn = renderToString(<RouterProvider router={router} />);
  if (!drawn.includes("<form")) throw new Error(`The sign-in could not be drawn: ${drawn}`);
  return `<div aria-hidden="true" inert>${pictureOf(drawn)}</div>`;
}

/** Returns the markup of the app before its scripts run. It has no control for the same reason. */
export async function frameMarkup(): Promise<string> {
  const root = createRootRoute({ component: Outlet });
  const app = createRoute({ getParentRoute: () => root, path: "/app", component: FirstFrame });
  const history = createMemoryHistory({ initialEntries: ["/app"] });
  const router = createRouter({ routeTree: root.addChildren([app]), history });
  await router.load();
  const drawn = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const markup = pictureOf(drawn);
  if (!markup.startsWith("<div inert")) throw new Error(`The frame could not be drawn: ${drawn}`);
  return markup.replace("<div", '<div id="frame" aria-hidden="true"');
}

/** Returns markup without controls, names and addresses. */
function pictureOf(drawn: string): string {
  return drawn
    .replaceAll(/<title>[^<>]*<\/title>|<!--[^<>]*-->|<template[^<>]*><\/template>/g, "")
    .replaceAll(
      / (id|for|name|type|role|href|value|placeholder|aria-(?!current)\w+|auto\w+)="[^"]*"/gi,
      "",
    )
    .replaceAll("read-only:bg-sunken", "")
    .replaceAll(/<input([^<>]*)\/>/g, "<div$1></div>")
    .replaceAll(/<(\/?)(?:a|button|form|label)\b/g, "<$1span");
}
