import { nothingTexts } from "#/features/reader/nothing-texts.ts";
import { EmptyState } from "#/ui/empty-state.tsx";

/** What stands beside the list while nothing is open; blank while the reader itself is on its way. */
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
