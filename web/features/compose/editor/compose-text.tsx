import { type KeyboardEvent, lazy, type RefObject, Suspense } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { attachFiles } from "#/features/compose/drafts/writing.ts";
import { cn } from "#/lib/class-names.ts";
import { newId } from "#/lib/new-id.ts";
import { Textarea } from "#/ui/form/textarea.tsx";

const RichText = lazy(async () => {
  const { RichText: Part } = await import("#/features/compose/editor/rich-text.tsx");
  return { default: Part };
});

/** The text of a message, plain or rich. */
export function ComposeText(props: {
  draft: Draft;
  text: RefObject<HTMLTextAreaElement | null>;
  /** True if rich text takes the focus when it appears. */
  isRichFocused: boolean;
  label: string;
  placeholder: string;
  minHeightPx: number;
  /** Rich text has its toolbar above the text. */
  minRichHeightPx: number;
  maxHeightPx: number;
  /** Classes of the plain text. */
  className?: string;
  onEdit: (change: Partial<Draft>) => void;
  /** Handles the keys of the plain text. */
  onKeyDown?: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}) {
  const { draft, text, label, placeholder, maxHeightPx, onEdit } = props;
  const attachInline = (file: File): string => {
    const cid = `${newId()}@inlet`;
    attachFiles(draft.key, [{ file, cid }]);
    return cid;
  };
  if (draft.html === null)
    return (
      <Textarea
        ref={text}
        isBare
        aria-label={label}
        placeholder={placeholder}
        minHeightPx={props.minHeightPx}
        maxHeightPx={maxHeightPx}
        value={draft.content}
        onChange={(event) => onEdit({ content: event.target.value })}
        onKeyDown={props.onKeyDown}
        className={cn("block leading-6", props.className)}
      />
    );
  return (
    <Suspense
      fallback={
        <p
          className={cn("text-control text-ink-3", props.className)}
          style={{ minHeight: props.minRichHeightPx }}
        >
          {composeTexts.rich.loading}
        </p>
      }
    >
      <RichText
        html={draft.html}
        files={draft.attachments}
        isFocused={props.isRichFocused}
        label={label}
        placeholder={placeholder}
        minHeightPx={props.minRichHeightPx}
        maxHeightPx={maxHeightPx}
        onChange={onEdit}
        onImage={attachInline}
      />
    </Suspense>
  );
}
