import { lazy, Suspense } from "react";

// Loaded lazily: the chunks that an address needs besides its screen are listed among the first files of every page.
const BriefPage = lazy(async () => {
  const { BriefPage: Part } = await import("#/screens/mail/brief/brief-page.tsx");
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
