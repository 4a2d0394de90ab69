import { pageTexts } from "#/texts/shared/page-texts.ts";

/** Shown while the stored session is being read. */
export function Loading() {
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas text-control text-ink-3">
      {pageTexts.loading}
    </main>
  );
}
