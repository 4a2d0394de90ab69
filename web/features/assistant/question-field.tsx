import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject } from "react";
import { assistantTexts as words } from "#/features/assistant/assistant-texts.ts";
import { Textarea } from "#/ui/form/textarea.tsx";

/** The field for a question: Enter sends it, Shift+Enter begins a new line. */
export function QuestionField(props: {
  value: string;
  onChange: (value: string) => void;
  isBusy: boolean;
  onSend: () => void;
  onStop: () => void;
  formRef: RefObject<HTMLFormElement | null>;
}) {
  const { value, onChange, isBusy, onSend, onStop, formRef } = props;
  const canSend = value.trim() !== "" && !isBusy;
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (canSend) onSend();
  };
  return (
    <form
      ref={formRef}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
      className="flex items-end gap-2 border-t border-line p-3"
    >
      <Textarea
        aria-label={words.field}
        placeholder={words.placeholder}
        value={value}
        maxLength={2000}
        rows={1}
        minHeightPx={36}
        maxHeightPx={140}
        className="flex-1"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKey}
      />
      <button
        type={isBusy ? "button" : "submit"}
        aria-label={isBusy ? words.stop : words.send}
        disabled={!isBusy && !canSend}
        onClick={isBusy ? onStop : undefined}
        className="grid size-9 shrink-0 place-items-center rounded-full bg-accent text-on-accent transition-[background-color,opacity,scale] hover:bg-accent-hover active:scale-95 disabled:pointer-events-none disabled:opacity-45 coarse:size-11"
      >
        {isBusy ? (
          <Square size={14} strokeWidth={2} fill="currentColor" aria-hidden="true" />
        ) : (
          <ArrowUp size={18} strokeWidth={2} aria-hidden="true" />
        )}
      </button>
    </form>
  );
}
