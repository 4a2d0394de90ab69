import { use } from "react";
import { HasFigures } from "#/features/landing/has-figures.ts";
import { landingTexts } from "#/features/landing/landing-texts.ts";

/** Returns the links to the sections of the page; the one of figures is left out without them. */
export function useSectionLinks() {
  const hasFigures = use(HasFigures);
  return landingTexts.header.links.filter(({ href }) => hasFigures || href !== "#cost");
}
