import { pageTexts } from "#/texts/shared/page-texts.ts";
import { isAuthenticated } from "#/state/session/session.ts";
import { ButtonLink } from "#/ui/button.tsx";
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
            <ButtonLink href="/app" tone="primary" size="large">
              {pageTexts.failed.home}
            </ButtonLink>
          )}
          <ButtonLink href="/" size="large">
            {pageTexts.notFound.home}
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}
