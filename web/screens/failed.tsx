import type { ErrorComponentProps } from "@tanstack/react-router";
import { useState } from "react";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Button, ButtonLink } from "#/ui/button.tsx";
import { TideMarks } from "#/ui/empty-state.tsx";

const words = pageTexts.failed;

/** Reports that a screen failed, with the error on request. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const [isShown, setShown] = useState(false);
  return (
    <section className="grid h-full min-h-[70dvh] place-items-center px-6">
      <div className="flex w-full max-w-120 flex-col items-center text-center">
        <TideMarks />
        <h1 className="mt-6 text-title font-semibold tracking-[-0.02em]">{words.title}</h1>
        <p className="mt-2 text-ui text-ink-2">{words.text}</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <Button tone="primary" onClick={isCodeMissing(error) ? reload : reset}>
            {words.retry}
          </Button>
          {/* Reloads the whole app. */}
          <ButtonLink href="/app">{words.home}</ButtonLink>
          <Button tone="quiet" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? words.hide : words.show}
          </Button>
        </div>
        {isShown && (
          <p className="mt-5 w-full rounded-control bg-danger-soft px-4 py-3 text-start font-mono text-label wrap-anywhere text-danger">
            {error instanceof Error ? error.message : String(error)}
          </p>
        )}
      </div>
    </section>
  );
}

/** The browser does not fetch a failed module again on the same page. */
function isCodeMissing(error: unknown): boolean {
  return error instanceof TypeError && /\bmodule\b/i.test(error.message);
}

function reload(): void {
  window.location.reload();
}
