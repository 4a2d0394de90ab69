import { frameTexts } from "#/features/mail-frame/frame-texts.ts";
import { Button } from "#/ui/button.tsx";

/** Longer texts would keep this page busy as well. */
const maxLetters = 200_000;

/** The text of a message whose layout takes too long, and a button to wait for it. */
export function SlowMail({ text, onAwait }: { text: string; onAwait: () => void }) {
  return (
    <>
      <div
        role="status"
        className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-warn-soft px-3 py-2 text-control text-ink-2"
      >
        {frameTexts.slow}
        <Button onClick={onAwait}>{frameTexts.showAnyway}</Button>
      </div>
      <p dir="auto" className="text-ui wrap-anywhere whitespace-pre-wrap select-text">
        {text.trim().slice(0, maxLetters) || frameTexts.empty}
      </p>
    </>
  );
}
