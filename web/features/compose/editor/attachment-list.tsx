import { Image, Paperclip } from "lucide-react";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { FileItem } from "#/features/compose/editor/file-item.tsx";
import { ForwardedFiles } from "#/features/compose/editor/forwarded-files.tsx";
import {
  cancelUpload,
  isTooLarge,
  retryUpload,
  type Upload,
  useUploads,
} from "#/features/compose/editor/uploads.ts";
import { addFile, editDraft } from "#/features/compose/drafts/writing.ts";

const small = { size: 14, strokeWidth: 1.75, "aria-hidden": true } as const;

/** Lists the files of a message with name and size: uploaded ones, uploads in progress, and those of the forwarded message. */
export function AttachmentList({ draft }: { draft: Draft }) {
  const { uploads } = useUploads();
  const own = uploads.filter(({ draftKey }) => draftKey === draft.key);
  const hasFiles = own.length + draft.attachments.length + draft.forwardedAttachments.length > 0;
  if (!hasFiles) return null;
  const remove = (id: string) =>
    editDraft(draft.key, { attachments: draft.attachments.filter((file) => file.id !== id) });
  return (
    <ul aria-label={composeTexts.attachments} className="mt-3 flex flex-wrap gap-2">
      {draft.forwardOf && draft.forwardedAttachments.length > 0 && (
        <ForwardedFiles draft={draft} forwardOf={draft.forwardOf} />
      )}
      {draft.attachments.map(({ id, filename, size, cid }) => (
        <FileItem
          key={id}
          icon={cid ? <Image {...small} /> : <Paperclip {...small} />}
          name={filename}
          note={cid ? composeTexts.inline : undefined}
          size={size}
          // An image in the text is removed by deleting it there.
          {...(!cid && {
            onRemove: { label: composeTexts.removeAttachment(filename), act: () => remove(id) },
          })}
        />
      ))}
      {own.map((upload) => (
        <UploadItem key={upload.key} upload={upload} />
      ))}
    </ul>
  );
}

function UploadItem({ upload }: { upload: Upload }) {
  const { file, state } = upload;
  const isSending = state.kind === "sending";
  return (
    <FileItem
      icon={<Paperclip {...small} />}
      name={file.name}
      size={file.size}
      note={isSending && state.isWaiting ? composeTexts.waiting : undefined}
      failure={state.kind === "failed" ? state.message : undefined}
      progress={isSending ? state.done : undefined}
      onRetry={
        state.kind === "failed" && !isTooLarge(file)
          ? {
              label: composeTexts.retryAttachment(file.name),
              act: () => retryUpload(upload, (ready) => addFile(upload.draftKey, ready)),
            }
          : undefined
      }
      onRemove={{
        label: isSending
          ? composeTexts.cancelAttachment(file.name)
          : composeTexts.removeAttachment(file.name),
        act: () => cancelUpload(upload.key),
      }}
    />
  );
}
