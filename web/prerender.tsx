import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Closing } from "#/features/landing/closing.tsx";
import { Demo } from "#/features/landing/demo.tsx";
import { FeatureGrid } from "#/features/landing/feature-grid.tsx";
import { Privacy } from "#/features/landing/privacy.tsx";
import { Problem } from "#/features/landing/problem.tsx";
import { ProductShot } from "#/features/landing/product-shot.tsx";
import { Landing } from "#/screens/landing/landing.tsx";

/** The landing page as markup, for readers who have no script yet, or never. */
export function landingMarkup(): string {
  return renderToString(
    <StrictMode>
      <Landing parts={{ ProductShot, FeatureGrid, Demo, Problem, Closing }} />
    </StrictMode>,
  );
}

/** The page about privacy as markup, which is all there is of it. */
export function privacyMarkup(): string {
  return renderToString(<Privacy />);
}
