import { lazy, Suspense } from "react";

// Fetched behind the screen: what an address fetches besides its screen is listed in what every page loads first.
const BriefPage = lazy(async () => {
  const { BriefPage: Part } = await import("#/features/brief/brief-page.tsx");
  return { default: Part };
});

/** The daily brief. */
export function Brief() {
  return (
    <Suspense>
      <BriefPage />
    </Suspense>
  );
}
