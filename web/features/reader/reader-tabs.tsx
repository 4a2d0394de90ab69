import type { EmailRow } from "@inlet/contract/mail/email.ts";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { SummaryPanel } from "#/features/reader/summary-panel.tsx";
import { summaryTexts } from "#/features/reader/summary-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { forgetPassageOfOthers, showPassage } from "#/state/view/passage.ts";

export interface ReaderTabsProps {
  email: EmailRow;
  /** Number of messages in the conversation: a further message changes its summary. */
  count: number;
  isSummary: boolean;
  onChange: (isSummary: boolean) => void;
}

/** The two views of a message: its content and its summary. The content is rendered below, in the reader. */
export function ReaderTabs({ email, count, isSummary, onChange }: ReaderTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const handleKey = (event: KeyboardEvent) => {
    const isOther = ["ArrowLeft", "ArrowRight", "Home", "End"].includes(event.key);
    if (!isOther) return;
    event.preventDefault();
    event.stopPropagation();
    const next = event.key === "Home" ? false : event.key === "End" ? true : !isSummary;
    onChange(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next ? 1 : 0]?.focus();
  };
  useEffect(() => forgetPassageOfOthers(email.id), [email.id]);
  const handleShow = (emailId: string, quote: string) => {
    // The pressed button disappears with its panel; the focus moves to the tab from which a key leads back to the summary.
    const content = list.current?.querySelector<HTMLElement>("#content-tab");
    content?.focus({ preventScroll: true });
    onChange(false);
    showPassage(emailId, quote);
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={summaryTexts.views}
        className="mt-7 flex h-10 gap-5 border-b border-line coarse:h-11"
      >
        {[false, true].map((tab) => (
          <button
            key={String(tab)}
            type="button"
            role="tab"
            id={tab ? "summary-tab" : "content-tab"}
            aria-controls={tab ? "mail-summary" : "mail-content"}
            aria-selected={tab === isSummary}
            tabIndex={tab === isSummary ? 0 : -1}
            onClick={() => onChange(tab)}
            onKeyDown={handleKey}
            className={cn(
              "-mb-px border-b-2 text-control font-medium transition-colors focus-visible:outline-offset-[-2px]",
              tab === isSummary
                ? "border-accent text-ink"
                : "border-transparent text-ink-3 hover:text-ink",
            )}
          >
            {tab ? summaryTexts.summary : summaryTexts.content}
          </button>
        ))}
      </div>
      {isSummary && (
        <div role="tabpanel" id="mail-summary" aria-labelledby="summary-tab">
          <SummaryPanel key={email.id} email={email} count={count} onShow={handleShow} />
        </div>
      )}
    </>
  );
}
