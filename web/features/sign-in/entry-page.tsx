import { lazy, type ReactNode, Suspense } from "react";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Mark } from "#/ui/mark.tsx";

// Decoration: the form does not wait for it.
const StillWater = lazy(async () => {
  const { StillWater: Part } = await import("#/features/sign-in/still-water.tsx");
  return { default: Part };
});

/** The page around sign-in and sign-up: a top bar, water, and the form in the center. */
export function EntryPage({ links, children }: { links: ReactNode; children: ReactNode }) {
  return (
    <div className="relative isolate flex min-h-dvh flex-col bg-canvas">
      <Suspense>
        <StillWater />
      </Suspense>
      <header className="flex h-14 shrink-0 items-center justify-between px-4 sm:px-6">
        <a href="/" className="flex items-center gap-2.5 rounded-control text-ui font-semibold">
          <Mark />
          {pageTexts.product}
        </a>
        <nav className="flex items-center gap-1">{links}</nav>
      </header>
      <main className="grid flex-1 place-items-center px-4 pt-2 pb-16">{children}</main>
    </div>
  );
}

/** Classes of the links in the top bar. */
export const entryLink =
  "inline-flex h-8 items-center rounded-control px-3 text-control font-medium text-ink-2 transition-colors hover:bg-hover hover:text-ink aria-expanded:text-accent-ink aria-[current=page]:text-accent-ink coarse:h-11";

/** Classes of the box around the form. */
export const entryCard =
  "w-full max-w-96 rounded-card border border-line bg-surface px-6 py-7 text-ink sm:px-8 sm:py-8";
