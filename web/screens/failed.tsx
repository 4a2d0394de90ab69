import type { ErrorComponentProps } from "@tanstack/react-router";
import { useState } from "react";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { Button } from "#/ui/button.tsx";

/** Reports that a screen failed, with the error on request. */
export function Failed({ error, reset }: ErrorComponentProps) {
  const [isShown, setShown] = useState(false);
  return (
    <section className="grid h-full min-h-dvh place-items-center px-6">
      <div className="flex w-full max-w-120 flex-col items-center text-center">
        <h1 className="text-title font-semibold tracking-[-0.02em]">{pageTexts.failed.title}</h1>
        <div className="mt-5 flex gap-2">
          <Button tone="primary" onClick={reset}>
            {pageTexts.failed.retry}
          </Button>
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? pageTexts.failed.hide : pageTexts.failed.show}
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
