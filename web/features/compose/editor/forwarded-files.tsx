import { useQuery } from "@tanstack/react-query";
import { Forward } from "lucide-react";
import { emailQuery } from "#/api/queries.ts";
import { FileItem } from "#/features/compose/editor/file-item.tsx";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { Draft } from "#/features/compose/drafts/draft.ts";
import { editDraft } from "#/features/compose/drafts/writing.ts";

/** The files of the forwarded message that are included. */
export function ForwardedFiles({ draft, forwardOf }: { draft: Draft; forwardOf: string }) {
  const { data: email } = useQuery(emailQuery(forwardOf));
  const kept = draft.forwardedAttachments;
  const files = email?.attachments.filter(({ id }) => kept.includes(id)) ?? [];
  return files.map(({ id, filename, size }) => (
    <FileItem
      key={id}
      icon={<Forward size={14} strokeWidth={1.75} aria-hidden="true" />}
      name={filename}
      size={size}
      note={composeTexts.original}
      onRemove={{
        label: composeTexts.removeAttachment(filename),
        act: () =>
          editDraft(draft.key, { forwardedAttachments: kept.filter((each) => each !== id) }),
      }}
    />
  ));
}
