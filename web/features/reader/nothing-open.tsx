import { nothingTexts } from "#/features/reader/nothing-texts.ts";
import { EmptyState } from "#/ui/empty-state.tsx";

/** Shown beside the list while no message is open; blank while the reader is loading. */
export function NothingOpen({ isBlank = false }: { isBlank?: boolean }) {
  return (
    <section
      id="message"
      tabIndex={-1}
      aria-label={nothingTexts.title}
      className="h-full bg-surface outline-none"
    >
      {!isBlank && <EmptyState title={nothingTexts.title} hint={nothingTexts.hint} />}
    </section>
  );
}
