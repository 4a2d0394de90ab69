import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/newsreader/wght.css";
import "#/landing.css";
import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { Landing } from "#/screens/landing/landing.tsx";
import { lateParts } from "#/screens/landing/lazy-parts.ts";

const place = document.getElementById("root");
if (!place) throw new Error("landing.html has no #root");
const page = (
  <StrictMode>
    <Landing
      parts={lateParts}
      // Set by the build, in the file for hosts that switched the figures off.
      hasFigures={document.documentElement.dataset["figures"] !== "off"}
    />
  </StrictMode>
);
// The build has prerendered the page; the development server has not.
if (place.firstElementChild) {
  hydrateRoot(place, page);
  // From here on React handles presses outside the late parts; theme-boot.ts stored an earlier one.
  dispatchEvent(new Event("inlet-answers"));
} else createRoot(place).render(page);
