import { limits } from "@inlet/contract/limits.ts";
import { type KeyboardEvent, lazy, type RefObject, Suspense } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { attachFiles } from "#/features/compose/drafts/writing.ts";
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
  /** True once the user has switched to rich text. */
  isRichFocused: boolean;
  onEdit: (change: Partial<Draft>) => void;
  /** Handles the keys of the plain text. */
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
}) {
  const { draft, text, onEdit } = props;
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
        aria-label={composeTexts.content}
        placeholder={composeTexts.contentPlaceholder}
        minHeightPx={limits.composeMinHeightPx}
        maxHeightPx={limits.composeMaxHeightPx}
        value={draft.content}
        onChange={(event) => onEdit({ content: event.target.value })}
        onKeyDown={props.onKeyDown}
        className="mt-3 leading-6"
      />
    );
  return (
    <Suspense
      fallback={
        <p
          className="mt-3 text-control text-ink-3"
          style={{ minHeight: limits.composeMinHeightPx }}
        >
          {composeTexts.rich.loading}
        </p>
      }
    >
      <RichText
        html={draft.html}
        files={draft.attachments}
        isFocused={props.isRichFocused}
        label={composeTexts.content}
        placeholder={composeTexts.contentPlaceholder}
        minHeightPx={limits.composeMinHeightPx}
        maxHeightPx={limits.composeMaxHeightPx}
        onChange={onEdit}
        onImage={attachInline}
      />
    </Suspense>
  );
}
