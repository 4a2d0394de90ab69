import { type KeyboardEvent, useEffect, useRef } from "react";
import { summaryTexts } from "#/features/reader/summary-texts.ts";
import { cn } from "#/lib/class-names.ts";
import { forgetPassageOfOthers } from "#/state/view/passage.ts";

/** Ids by which the tabs and their panels refer to each other. */
export const tabIds = { content: "content-tab", summary: "summary-tab" } as const;

/** Switches between the content of a message and its summary, on the line of the subject. */
export function ReaderTabs(props: {
  emailId: string;
  isSummary: boolean;
  onChange: (isSummary: boolean) => void;
}) {
  const { emailId, isSummary, onChange } = props;
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
  useEffect(() => forgetPassageOfOthers(emailId), [emailId]);
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={summaryTexts.views}
      // A finger needs 44 px; the ground stays lower.
      className="relative flex h-7 shrink-0 px-0.5 before:absolute before:inset-0 before:rounded-control before:bg-sunken coarse:-my-1 coarse:h-11 coarse:before:inset-y-1"
    >
      {[false, true].map((tab) => (
        <button
          key={String(tab)}
          type="button"
          role="tab"
          id={tab ? tabIds.summary : tabIds.content}
          aria-controls={tab ? "mail-summary" : "mail-content"}
          aria-selected={tab === isSummary}
          tabIndex={tab === isSummary ? 0 : -1}
          onClick={() => onChange(tab)}
          onKeyDown={handleKey}
          className="group relative grid place-items-center rounded-control"
        >
          <span
            className={cn(
              "flex h-6 items-center rounded-[4px] px-2.5 text-label font-medium transition-colors coarse:h-8",
              tab === isSummary
                ? "bg-surface text-ink shadow-[0_1px_2px_oklch(0_0_0/0.12)] forced-colors:outline-1"
                : "text-ink-2 group-hover:text-ink",
            )}
          >
            {tab ? summaryTexts.summary : summaryTexts.content}
          </span>
        </button>
      ))}
    </div>
  );
}
