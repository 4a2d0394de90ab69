import type { ReactNode } from "react";
import { nothingTexts } from "#/features/reader/nothing-texts.ts";

/** The place of the message while none is open; blank without children. */
export function NothingOpen({ children }: { children?: ReactNode }) {
  return (
    <section
      id="message"
      tabIndex={-1}
      aria-label={nothingTexts.title}
      className="h-full bg-surface outline-none"
    >
      {children}
    </section>
  );
}
