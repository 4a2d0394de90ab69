import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { emailQuery } from "#/api/queries.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { forwardedOf, quoteOf } from "#/features/compose/editor/quote.ts";

/** The quoted or forwarded message, folded: the server adds it below the text. */
export function QuoteFold({ draft }: { draft: Draft }) {
  const originalId = draft.forwardOf ?? draft.inReplyTo;
  const { data: email } = useQuery({
    ...emailQuery(originalId ?? ""),
    enabled: originalId !== null,
  });
  const [isOpen, setOpen] = useState(false);
  if (!email) return null;
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="min-h-6 rounded-control text-label text-ink-3 underline-offset-2 hover:text-ink hover:underline coarse:min-h-11"
      >
        {isOpen ? composeTexts.hideQuote : composeTexts.showQuote}
      </button>
      {isOpen && (
        <pre
          // A long one scrolls by keyboard too.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as said above
          tabIndex={0}
          className="mt-2 max-h-48 overflow-y-auto border-s-2 border-line ps-3 font-sans text-control whitespace-pre-wrap text-ink-3"
        >
          {draft.forwardOf ? forwardedOf(email) : quoteOf(email)}
        </pre>
      )}
    </div>
  );
}
