import { Paperclip, RotateCw, X } from "lucide-react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { ChosenFile } from "#/features/compose/use-attachments.ts";
import { fileSize } from "#/lib/file-size.ts";
import { IconButton } from "#/ui/icon-button.tsx";

/** The chosen files with name, size and how far each is. */
export function AttachmentList(props: {
  files: readonly ChosenFile[];
  onRemove: (key: number) => void;
  onRetry: (file: ChosenFile) => void;
}) {
  if (props.files.length === 0) return null;
  return (
    <ul aria-label={composeTexts.attachments} className="flex flex-wrap gap-2">
      {props.files.map((chosen) => (
        <AttachmentItem
          key={chosen.key}
          chosen={chosen}
          onRemove={() => props.onRemove(chosen.key)}
          onRetry={() => props.onRetry(chosen)}
        />
      ))}
    </ul>
  );
}

function AttachmentItem(props: { chosen: ChosenFile; onRemove: () => void; onRetry: () => void }) {
  const { file, state } = props.chosen;
  return (
    <li className="relative flex max-w-full min-w-0 items-center gap-2 overflow-hidden rounded-control border border-line bg-sunken/60 py-1 pr-1 pl-2.5 text-control sm:max-w-72">
      <Paperclip size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={file.name}>
          {file.name}
        </span>
        {state.kind === "failed" && (
          <span role="alert" className="block text-label text-danger">
            {state.message}
          </span>
        )}
      </span>
      <span className="tabular shrink-0 text-label text-ink-3">
        {state.kind === "uploading"
          ? composeTexts.uploading(Math.round(state.done * 100))
          : fileSize(file.size)}
      </span>
      {state.kind === "failed" && (
        <IconButton
          size="small"
          label={composeTexts.retryAttachment(file.name)}
          icon={<RotateCw size={14} strokeWidth={1.75} aria-hidden="true" />}
          onClick={props.onRetry}
        />
      )}
      <IconButton
        size="small"
        label={composeTexts.removeAttachment(file.name)}
        icon={<X size={14} strokeWidth={1.75} aria-hidden="true" />}
        onClick={props.onRemove}
      />
      {state.kind === "uploading" && (
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${state.done})` }}
        />
      )}
    </li>
  );
}
