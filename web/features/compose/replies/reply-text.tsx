import { limits } from "@inlet/contract/limits.ts";
import { lazy, type RefObject, Suspense } from "react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { attachFiles } from "#/features/compose/drafts/writing.ts";
import { newId } from "#/lib/new-id.ts";
import { Textarea } from "#/ui/form/textarea.tsx";

const RichText = lazy(async () => {
  const { RichText: Part } = await import("#/features/compose/editor/rich-text.tsx");
  return { default: Part };
});

const words = composeTexts.reply;
const minHeightPx = 72;
/** Rich text has its toolbar above the text. */
const minRichHeightPx = 116;

/** The text of a reply, plain or rich. */
export function ReplyText(props: {
  draft: Draft;
  area: RefObject<HTMLTextAreaElement | null>;
  onEdit: (change: Partial<Draft>) => void;
}) {
  const { draft, onEdit } = props;
  const attachInline = (file: File): string => {
    const cid = `${newId()}@inlet`;
    attachFiles(draft.key, [{ file, cid }]);
    return cid;
  };
  if (draft.html === null)
    return (
      <Textarea
        ref={props.area}
        isBare
        aria-label={words.label}
        placeholder={words.placeholder}
        minHeightPx={minHeightPx}
        maxHeightPx={limits.replyMaxHeightPx}
        value={draft.content}
        onChange={(event) => onEdit({ content: event.target.value })}
        className="block leading-6"
      />
    );
  return (
    <Suspense
      fallback={
        <p className="text-control text-ink-3" style={{ minHeight: minRichHeightPx }}>
          {composeTexts.rich.loading}
        </p>
      }
    >
      <RichText
        html={draft.html}
        files={draft.attachments}
        isFocused
        label={words.label}
        placeholder={words.placeholder}
        minHeightPx={minRichHeightPx}
        maxHeightPx={limits.replyMaxHeightPx}
        onChange={onEdit}
        onImage={attachInline}
      />
    </Suspense>
  );
}
