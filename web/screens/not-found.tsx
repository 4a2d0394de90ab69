import { pageTexts } from "#/texts/shared/page-texts.ts";
import { isAuthenticated } from "#/state/session/session.ts";
import { TideMarks } from "#/ui/empty-state.tsx";

/** Page for an unknown address. */
export function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center bg-canvas px-6">
      <title>{`${pageTexts.notFound.title} · ${pageTexts.product}`}</title>
      <div className="flex flex-col items-center text-center">
        <TideMarks />
        <p className="mt-6 text-label font-medium text-ink-3">{pageTexts.notFound.short}</p>
        <h1 className="mt-1 text-title font-semibold tracking-[-0.02em]">
          {pageTexts.notFound.title}
        </h1>
        <p className="mt-2 text-ui text-ink-2">{pageTexts.notFound.text}</p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          {isAuthenticated() && (
            <a
              href="/app"
              className="inline-flex h-10 items-center rounded-control bg-accent px-4 text-control font-medium text-on-accent transition-colors hover:bg-accent-hover active:bg-accent-active coarse:h-11"
            >
              {pageTexts.failed.home}
            </a>
          )}
          <a
            href="/"
            className="inline-flex h-10 items-center rounded-control border border-line bg-surface px-4 text-control font-medium transition-colors hover:bg-hover coarse:h-11"
          >
            {pageTexts.notFound.home}
          </a>
        </div>
      </div>
    </main>
  );
}
